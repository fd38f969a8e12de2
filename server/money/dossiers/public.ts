// The demo runs this operation to make letters.
export { dossiers } from '#/server/money/dossiers/operations.ts'
