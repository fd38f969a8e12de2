// The demo runs this operation to make letters.
export { dossiers } from '#/server/taxation/dossiers/operations.ts'
