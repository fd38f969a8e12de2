// The demo runs these operations to offer an excess.
export { clearings } from '#/server/money/clearings/operations.ts'
export { unfinishedClearings } from '#/server/money/clearings/store-fragments.ts'
