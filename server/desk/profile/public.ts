export { askOwnCode, expectOwnCode } from '#/server/desk/profile/mobile.ts'
