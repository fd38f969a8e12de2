// The demo runs these operations to offer an excess.
export { clearings } from '#/server/money/clearings/operations.ts'
