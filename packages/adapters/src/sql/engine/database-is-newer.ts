/**
 * A later version of this service has migrated the database: what is in it may mean something else by now.
 */
export class DatabaseIsNewer extends Error {
  override readonly name = "DatabaseIsNewer"
}
