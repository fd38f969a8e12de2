export { openGateways } from '#/server/system/gateways/opening.ts'
