export { expectOwnCode, sendOwnCode } from '#/server/desk/profile/mobile.ts'
