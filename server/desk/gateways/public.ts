export { openGateways } from '#/server/desk/gateways/opening.ts'
