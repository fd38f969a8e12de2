// The demo calls this operation to generate letters.
export { dossiers } from '#/server/taxation/dossiers/operations.ts'
