export { tellIfLow } from '#/server/money/prepayments/low.ts'
