/**
 * The single order in the usual style of NestJS (on Fastify, the faster of its platforms), TypeORM and class-validator.
 *
 * It makes the hand-written server's promises: the key by its hash, a window a minute, an intent on the disk before the
 * acquirer is asked, the answer after the commit of the outcome.
 *
 * Started with the path of a file that does not exist yet and the text of an API key; prints the address it listens on.
 */
import "reflect-metadata"
import { createHash } from "node:crypto"
import {
  Body,
  type CanActivate,
  Controller,
  type ExecutionContext,
  HttpCode,
  HttpException,
  Injectable,
  Module,
  type OnModuleInit,
  Post,
  Req,
  UnauthorizedException,
  UnprocessableEntityException,
  UseGuards,
  ValidationPipe,
} from "@nestjs/common"
import { NestFactory } from "@nestjs/core"
import { FastifyAdapter } from "@nestjs/platform-fastify"
import { InjectRepository, TypeOrmModule } from "@nestjs/typeorm"
import { Repository } from "typeorm"
import { ApiKey, entities } from "./entities.ts"
import { OrdersService } from "./orders.service.ts"
import { SingleOrderDto } from "./single-order.dto.ts"

const [, , database = "", firstKey = ""] = process.argv
const rateLimit = 1_000_000_000
const bodyBytesMax = 262_144
const hashOf = (key: string): string => createHash("sha256").update(key).digest("hex")

@Injectable()
export class ApiKeyGuard implements CanActivate, OnModuleInit {
  private readonly keys = new Map<string, { companyId: number; taken: number; resetAt: number }>()

  constructor(@InjectRepository(ApiKey) private readonly repository: Repository<ApiKey>) {}

  async onModuleInit() {
    await this.repository.upsert({ companyId: 1, hash: hashOf(firstKey) }, ["hash"]) // Nest makes the guard twice
    for (const { companyId, hash } of await this.repository.find()) {
      this.keys.set(hash, { companyId, taken: 0, resetAt: 0 })
    }
  }

  canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest()
    const reply = context.switchToHttp().getResponse()
    const [, token] = /^Bearer (.+)$/u.exec(request.headers.authorization ?? "") ?? []
    const key = token === undefined ? undefined : this.keys.get(hashOf(token))
    if (key === undefined) {
      reply.header("www-authenticate", "Bearer")
      throw new UnauthorizedException({ hasError: true, response: "Unauthenticated." })
    }
    const now = Date.now()
    if (now >= key.resetAt) {
      key.resetAt = now + 60_000
      key.taken = 0
    }
    key.taken += 1
    reply.header("x-ratelimit-limit", String(rateLimit))
    reply.header("x-ratelimit-remaining", String(Math.max(0, rateLimit - key.taken)))
    reply.header("x-ratelimit-reset", String(Math.ceil(key.resetAt / 1000)))
    if (key.taken > rateLimit) throw new HttpException({ hasError: true, response: "Too many requests." }, 429)
    request.companyId = key.companyId
    return true
  }
}

@UseGuards(ApiKeyGuard)
@Controller("api/v1/order")
export class OrdersController {
  constructor(private readonly orders: OrdersService) {}

  @Post("single")
  @HttpCode(200)
  single(@Req() request: { readonly companyId: number }, @Body() body: SingleOrderDto) {
    return this.orders.createSingle(request.companyId, body)
  }
}

interface Pragmas {
  readonly pragma: (text: string) => unknown
}

@Module({
  imports: [
    TypeOrmModule.forRoot({
      type: "better-sqlite3",
      database,
      entities,
      enableWAL: true,
      synchronize: true,
      prepareDatabase: (opened: Pragmas) => void opened.pragma("synchronous = FULL"),
    }),
    TypeOrmModule.forFeature(entities),
  ],
  controllers: [OrdersController],
  providers: [OrdersService, ApiKeyGuard],
})
export class AppModule {}

const app = await NestFactory.create(AppModule, new FastifyAdapter({ bodyLimit: bodyBytesMax }), {
  logger: ["error", "fatal"],
})
const exceptionFactory = (errors: ReadonlyArray<{ readonly property: string }>) =>
  new UnprocessableEntityException({ hasError: true, response: { errors: errors.map(({ property }) => property) } })
app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true, exceptionFactory }))
await app.listen(0, "127.0.0.1")
console.log(`http://127.0.0.1:${app.getHttpServer().address().port}`)
process.once("SIGTERM", () => process.exit(0))
