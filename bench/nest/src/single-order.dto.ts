/** The body of a single order in the style of a class-validator user. */
import { Transform, Type } from "class-transformer"
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsDefined,
  IsEmail,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateBy,
  ValidateNested,
} from "class-validator"
import {
  centavosOf,
  isDocument,
  isGoodThrough,
  passesLuhn,
  plainDocument,
  regions,
  telephoneOf,
} from "../../baseline/hand-written/rules.ts"

const rule = (name: string, validate: (value: unknown) => boolean) =>
  ValidateBy({ name, validator: { validate, defaultMessage: () => `This field is not valid: ${name}.` } })
const isText = (validate: (text: string) => boolean) => (value: unknown) => typeof value === "string" && validate(value)

const Text = (max: number) => (target: object, key: string) => {
  Transform(({ value }) => (typeof value === "string" ? value.trim().normalize("NFC") : value))(target, key)
  IsString()(target, key)
  MinLength(1)(target, key)
  MaxLength(max)(target, key)
  Matches(/^\P{Cc}*$/u)(target, key)
}

export class CustomerDto {
  @Text(150) fullname: string
  @IsEmail() @MaxLength(254) email: string
  @rule(
    "taxvat",
    isText((text) => isDocument(plainDocument(text))),
  )
  taxvat: string
  @rule(
    "telephone",
    isText((text) => telephoneOf(text) !== undefined),
  )
  telephone: string
}

export class AddressDto {
  @Matches(/^\d{5}-?\d{3}$/u) postcode: string
  @Text(200) street: string
  @Text(20) number: string
  @IsOptional() @IsString() @MaxLength(100) complement?: string | null
  @Text(100) district: string
  @Text(100) city: string
  @IsIn([...regions]) region: string
}

export class ItemDto {
  @Text(100) sku: string
  @Text(200) title: string
  @rule("unit_price", (value) => centavosOf(value) >= 0) unit_price: number | string
  @IsInt() @Min(1) @Max(1e6) quantity: number
}

export class CardDto {
  @Matches(/^[\p{L} ]{1,25}$/u) holder: string
  @rule("number", isText(passesLuhn)) number: string
  @rule(
    "expiration",
    isText((text) => isGoodThrough(text, new Date())),
  )
  expiration: string
  @Matches(/^\d{3,4}$/u) security: string
}

export class PaymentDto {
  @IsIn(["credit"]) method: "credit"
  @IsInt() @Min(1) @Max(12) installments: number
  @IsDefined() @ValidateNested() @Type(() => CardDto) card: CardDto
}

export class SingleOrderDto {
  @IsDefined() @ValidateNested() @Type(() => CustomerDto) customer: CustomerDto
  @IsDefined() @ValidateNested() @Type(() => AddressDto) address: AddressDto
  @IsArray() @ArrayMinSize(1) @ArrayMaxSize(50) @ValidateNested({ each: true }) @Type(() => ItemDto) items: ItemDto[]
  @IsDefined() @ValidateNested() @Type(() => PaymentDto) payment: PaymentDto
}
