// What the demonstration asks for letters with: the operation itself.
export { dossiers } from '#/server/money/dossiers/operations.ts'
