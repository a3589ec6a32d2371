/**
 * A later version of this service has migrated the database: its data may have another meaning.
 */
export class DatabaseIsNewer extends Error {
  override readonly name = "DatabaseIsNewer"
}
