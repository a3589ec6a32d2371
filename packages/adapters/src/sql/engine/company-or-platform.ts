/**
 * The company of a row that may be the platform's.
 */
import { platform, type Realm } from "@vintem/domain/access"
import { CompanyId } from "@vintem/domain/identifiers"

/** No company has this number. With null instead, a unique key would accept the same row twice. */
const platformId = 0

/** @param company - null for the platform */
export const idOfOwner = (company: CompanyId | null): number => company ?? platformId

/** The company, or the platform, of a column's value. */
export const realmOf = (id: number): Realm =>
  id === platformId ? platform : { _tag: "company", company: CompanyId.make(id) }

/** The column's value. */
export const idOfRealm = (realm: Realm): number => idOfOwner(realm._tag === "company" ? realm.company : null)
