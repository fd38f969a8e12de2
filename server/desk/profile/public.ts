export { expectOwnCode, sendOwnCode as askOwnCode } from '#/server/desk/profile/mobile.ts'
