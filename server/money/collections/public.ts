// What the demonstration tells its claims and objections with: the operations themselves.
export { collections } from '#/server/money/collections/operations.ts'
