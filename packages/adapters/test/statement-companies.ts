/**
 * Finds the company tables that a statement reads or writes without the company of their rows. PostgreSQL's own parser
 * reads the statement.
 *
 * A table has its company if `company_id` equals a value of the statement, or a column that equals one. An inserted row
 * has such a value in `company_id`.
 */
import {
  type DeleteStmt,
  type InsertStmt,
  type JoinExpr,
  loadModule,
  type Node,
  parseSync,
  type SelectStmt,
  type UpdateStmt,
  type WithClause,
} from "libpg-query"

await loadModule()

/** The columns of a result, in order, with true for a value of the statement. */
type Columns = ReadonlyArray<readonly [name: string, isGiven: boolean]>

/** The meaning of a name in `from`: a table, or the columns of a result. */
type Source = { readonly table: string } | { readonly columns: Columns }

/** The names that one level of a statement knows. */
interface Scope {
  readonly outer: Scope | null
  readonly results: Map<string, Columns>
  readonly sources: Map<string, Source>
  /** Columns, `source.column`, that equal a value of the statement. */
  readonly given: Set<string>
}

/** It holds for each row that is read; for an outer join, it only concerns the sources of one side. */
interface Condition {
  readonly holds: Node
  readonly sayingOf: ReadonlySet<string> | "all"
}

const company = "company_id"

/**
 * @param sql - of PostgreSQL; of SQLite, if PostgreSQL could read it except for its placeholders
 * @param ofCompanies - the tables whose rows belong to companies
 */
export const tablesWithoutCompany = (sql: string, ofCompanies: ReadonlySet<string>): ReadonlyArray<string> => {
  const found = new Set<string>()

  const resultOf = (node: Node, outer: Scope | null): Columns => {
    if ("SelectStmt" in node) return select(node.SelectStmt, outer)
    if ("InsertStmt" in node) return insert(node.InsertStmt, outer)
    if ("UpdateStmt" in node) return change(node.UpdateStmt, node.UpdateStmt.fromClause, outer)
    if ("DeleteStmt" in node) return change(node.DeleteStmt, node.DeleteStmt.usingClause, outer)
    throw new Error(`A statement of this kind is not understood: ${Object.keys(node)}`)
  }

  const scopeOf = (withClause: WithClause | undefined, outer: Scope | null): Scope => {
    const scope: Scope = { outer, results: new Map(), sources: new Map(), given: new Set() }
    for (const node of withClause?.ctes ?? []) {
      if (!("CommonTableExpr" in node)) continue
      const { aliascolnames, ctename = "", ctequery } = node.CommonTableExpr
      if (ctequery === undefined) continue
      // A recursive query has the columns of its first part.
      const begins = "SelectStmt" in ctequery ? ctequery.SelectStmt.larg : undefined
      if (withClause?.recursive && begins !== undefined) {
        scope.results.set(ctename, renamed(select(begins, scope), aliascolnames))
      }
      scope.results.set(ctename, renamed(resultOf(ctequery, scope), aliascolnames))
    }
    return scope
  }

  const select = (statement: SelectStmt, outer: Scope | null): Columns => {
    const { fromClause, larg, rarg, targetList, valuesLists, whereClause, withClause, ...rest } = statement
    const scope = scopeOf(withClause, outer)
    if (larg !== undefined && rarg !== undefined) {
      const right = select(rarg, scope)
      return select(larg, scope).map(([name, isGiven], n) => [name, isGiven && right[n]?.[1] === true])
    }
    if (valuesLists !== undefined) {
      const rows = valuesLists.map((row) => ("List" in row ? (row.List.items ?? []) : []))
      readSubqueries(rows, scope)
      return (rows[0] ?? []).map((_, n) => [`column${n + 1}`, rows.every((row) => isGiven(row[n], scope))])
    }
    read(fromClause, whereClause, scope)
    readSubqueries([targetList, rest], scope)
    return columnsOf(targetList, scope)
  }

  const insert = (statement: InsertStmt, outer: Scope | null): Columns => {
    const { cols = [], onConflictClause, relation, returningClause, selectStmt, withClause } = statement
    const scope = scopeOf(withClause, outer)
    const table = relation?.relname ?? ""
    const place = cols.findIndex((target) => "ResTarget" in target && target.ResTarget.name === company)
    const values = selectStmt === undefined ? [] : resultOf(selectStmt, scope)
    if (ofCompanies.has(table) && values[place]?.[1] !== true) found.add(table)
    // An existing row has the new one's key, and so its company too.
    for (const name of [relation?.alias?.aliasname ?? table, "excluded"]) {
      scope.sources.set(name, { table })
      scope.given.add(`${name}.${company}`)
    }
    readSubqueries([onConflictClause, returningClause], scope)
    return columnsOf(returningClause?.exprs, scope)
  }

  const change = (
    { relation = {}, returningClause, whereClause, withClause, ...rest }: UpdateStmt & DeleteStmt,
    others: ReadonlyArray<Node> = [],
    outer: Scope | null,
  ): Columns => {
    const scope = scopeOf(withClause, outer)
    read([{ RangeVar: relation }, ...others], whereClause, scope)
    readSubqueries([returningClause, rest.targetList], scope)
    return columnsOf(returningClause?.exprs, scope)
  }

  /** Takes in the sources of one level, and finds those without a company. */
  const read = (from: ReadonlyArray<Node> = [], where: Node | undefined, scope: Scope): void => {
    const conditions = from.flatMap((node) => conditionsOf(node, scope))
    if (where !== undefined) conditions.push({ holds: where, sayingOf: "all" })
    let known = -1
    while (known < scope.given.size) {
      known = scope.given.size
      for (const { holds, sayingOf } of conditions) {
        for (const key of givenBy(holds, scope)) {
          if (sayingOf === "all" || sayingOf.has(sourceOf(key))) scope.given.add(key)
        }
      }
    }
    for (const [name, source] of scope.sources) {
      if ("table" in source && ofCompanies.has(source.table) && !scope.given.has(`${name}.${company}`)) {
        found.add(source.table)
      }
    }
    readSubqueries(conditions, scope)
  }

  /** Adds a source, or a join's sources with its conditions. */
  const conditionsOf = (node: Node, scope: Scope): Array<Condition> => {
    if ("JoinExpr" in node) return conditionsOfJoin(node.JoinExpr, scope)
    if ("RangeVar" in node) {
      const { alias, relname = "" } = node.RangeVar
      const columns = resultNamed(relname, scope)
      take(alias?.aliasname ?? relname, columns === undefined ? { table: relname } : { columns }, scope)
    } else if ("RangeSubselect" in node && node.RangeSubselect.subquery !== undefined) {
      const { alias, subquery } = node.RangeSubselect
      take(alias?.aliasname, { columns: renamed(resultOf(subquery, scope), alias?.colnames) }, scope)
    } else if ("RangeFunction" in node) {
      const { alias, functions } = node.RangeFunction
      const areGiven = argumentsOf(functions).every((argument) => isGiven(argument, scope))
      const names = alias?.colnames?.map((node) => textOf(node) ?? "") ?? [alias?.aliasname ?? ""]
      readSubqueries(functions, scope)
      take(alias?.aliasname, { columns: names.map((name) => [name, areGiven]) }, scope)
    } else throw new Error(`A source of this kind is not understood: ${Object.keys(node)}`)
    return []
  }

  const conditionsOfJoin = ({ jointype, larg, quals, rarg }: JoinExpr, scope: Scope): Array<Condition> => {
    const side = (node: Node | undefined) => {
      const before = scope.sources.size
      const conditions = node === undefined ? [] : conditionsOf(node, scope)
      return { conditions, sources: new Set([...scope.sources.keys()].slice(before)) }
    }
    const left = side(larg)
    const right = side(rarg)
    const sides = { JOIN_INNER: "all", JOIN_LEFT: right.sources, JOIN_RIGHT: left.sources } as const
    const sayingOf = Object.entries(sides).find(([kind]) => kind === jointype)?.[1] ?? new Set()
    const joined: ReadonlyArray<Condition> = quals === undefined ? [] : [{ holds: quals, sayingOf }]
    return [...left.conditions, ...right.conditions, ...joined]
  }

  /** The columns that this condition equates with a value of the statement, or with a known column. */
  const givenBy = (condition: Node, scope: Scope): ReadonlySet<string> => {
    if ("BoolExpr" in condition) {
      const { args = [], boolop } = condition.BoolExpr
      const parts = args.map((part) => givenBy(part, scope))
      if (boolop === "AND_EXPR") return new Set(parts.flatMap((part) => [...part]))
      return boolop === "OR_EXPR"
        ? new Set([...(parts[0] ?? [])].filter((key) => parts.every((part) => part.has(key))))
        : new Set()
    }
    if (!("A_Expr" in condition)) return new Set()
    const { kind, lexpr, name, rexpr } = condition.A_Expr
    if (kind !== "AEXPR_OP" || textOf(name?.[0]) !== "=") return new Set()
    const lefts = partsOf(lexpr)
    const rights = partsOf(rexpr)
    return new Set(
      lefts.flatMap((left, n) => [
        ...(isGiven(rights[n], scope) ? keyOf(left, scope) : []),
        ...(isGiven(left, scope) ? keyOf(rights[n], scope) : []),
      ]),
    )
  }

  const isGiven = (value: Node | undefined, scope: Scope): boolean => {
    if (value === undefined) return false
    if ("ParamRef" in value || "A_Const" in value) return true
    if ("TypeCast" in value) return isGiven(value.TypeCast.arg, scope)
    return around(scope).some((level) => keyOf(value, level).some((key) => level.given.has(key)))
  }

  /** The columns of a `select` or `returning` list. */
  const columnsOf = (targets: ReadonlyArray<Node> = [], scope: Scope): Columns =>
    targets.flatMap((target): Columns => {
      if (!("ResTarget" in target)) return []
      const { name, val } = target.ResTarget
      const fields = val !== undefined && "ColumnRef" in val ? (val.ColumnRef.fields ?? []) : []
      const isStar = fields.some((field) => "A_Star" in field)
      if (isStar) return columnsOfAll(textOf(fields[0]), scope)
      return [[name ?? textOf(fields.at(-1)) ?? "", isGiven(val, scope)]]
    })

  /** Reads all subqueries within these expressions, at any depth. */
  const readSubqueries = (part: unknown, scope: Scope): void => {
    if (isSublink(part) && part.SubLink.subselect !== undefined) resultOf(part.SubLink.subselect, scope)
    else if (typeof part === "object" && part !== null) {
      for (const child of Object.values(part)) readSubqueries(child, scope)
    }
  }

  for (const { stmt } of parseSync(sql).stmts ?? []) if (stmt !== undefined) resultOf(stmt, null)
  return [...found]
}

const isSublink = (part: unknown): part is Extract<Node, { SubLink: unknown }> =>
  typeof part === "object" && part !== null && "SubLink" in part

const take = (name = "", source: Source, scope: Scope): void => {
  scope.sources.set(name, source)
  if ("table" in source) return
  for (const [column, isGiven] of source.columns) if (isGiven) scope.given.add(`${name}.${column}`)
}

/** This level and those around it, from the inside. */
const around = (scope: Scope): ReadonlyArray<Scope> => [scope, ...(scope.outer === null ? [] : around(scope.outer))]

const resultNamed = (name: string, scope: Scope): Columns | undefined =>
  around(scope)
    .find(({ results }) => results.has(name))
    ?.results.get(name)

/** The column of a source of this level, as `source.column`; none for anything else. */
const keyOf = (value: Node | undefined, { sources }: Scope): ReadonlyArray<string> => {
  if (value === undefined || !("ColumnRef" in value)) return []
  const [first, second] = (value.ColumnRef.fields ?? []).map(textOf)
  if (first === undefined) return []
  if (second !== undefined) return sources.has(first) ? [`${first}.${second}`] : []
  const having = [...sources].filter(
    ([, source]) => "table" in source || source.columns.some(([name]) => name === first),
  )
  return having.length === 1 ? having.map(([name]) => `${name}.${first}`) : []
}

/** The meaning of a star: for a table, only its company. */
const columnsOfAll = (name: string | undefined, { given, sources }: Scope): Columns =>
  [...sources].flatMap(([source, of]): Columns => {
    if (name !== undefined && name !== source) return []
    return "table" in of ? [[company, given.has(`${source}.${company}`)]] : of.columns
  })

const sourceOf = (key: string): string => key.slice(0, key.indexOf("."))

const textOf = (node: Node | undefined): string | undefined =>
  node !== undefined && "String" in node ? node.String.sval : undefined

/** The values of a row, or the one value that it is. */
const partsOf = (value: Node | undefined): ReadonlyArray<Node> => {
  if (value === undefined) return []
  return "RowExpr" in value ? (value.RowExpr.args ?? []) : [value]
}

const renamed = (columns: Columns, names: ReadonlyArray<Node> = []): Columns =>
  columns.map(([name, isGiven], n) => [textOf(names[n]) ?? name, isGiven])

/** The arguments of functions in a `from`. */
const argumentsOf = (functions: ReadonlyArray<Node> = []): ReadonlyArray<Node> =>
  functions
    .flatMap((node) => ("List" in node ? (node.List.items ?? []) : []))
    .flatMap((node) => ("FuncCall" in node ? (node.FuncCall.args ?? []) : []))
