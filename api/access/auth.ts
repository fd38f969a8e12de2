import { z } from 'zod'
import type { Module } from '#/api/operation.ts'
import { Preferences } from '#/api/services/preferences.ts'

/** The sign-in response. Only status 8 includes a session token. */
const SignedIn = z.object({
  token: z.string().optional(),
  status: z.int(),
  message: z.string(),
  userMenuBOS: z.array(z.object({ key: z.string(), title: z.string(), path: z.string() })),
  isEditPassWord: z.int(),
  yztype: z.int(),
  usertype: z.int(),
  isdl: z.string(),
  isdz: z.string(),
  /** For an unfinished account: a ticket to continue its application. */
  regticket: z.string().optional(),
})

const Login = z.object({
  username: z.string().trim().min(1).max(50),
  password: z.string().min(1).max(128),
})

/** Sign-in, user info, passwords, sign-out. The specification defines paths, formats and field names. */
export const auth = {
  login: {
    access: 'public',
    kind: 'write',
    log: { zh: '登录', en: 'Sign in', es: 'Iniciar sesión', ja: 'ログイン' },
    path: '/api/user/login',
    flat: true,
    limit: 'login',
    secret: ['password', 'token', 'ticket', 'regticket', 'passkey'],
    input: Login,
    // A ticket comes with status 10: the password was correct and the second factor is required.
    // `passkey`: options for the browser as JSON, where the account has one.
    output: SignedIn.extend({ ticket: z.string().optional(), passkey: z.string().optional() }),
  },
  secondFactor: {
    access: 'public',
    kind: 'write',
    log: { zh: '二次验证', en: 'Second factor', es: 'Segundo factor', ja: '2段階認証' },
    path: '/api/user/secondFactor',
    flat: true,
    limit: 'login',
    secret: ['ticket', 'code', 'recoveryCode', 'passkey', 'token'],
    input: z.object({
      ticket: z.string().min(1).max(100),
      code: z.string().max(20).optional(),
      recoveryCode: z.string().min(1).max(40).optional(),
      passkey: z.string().min(1).max(8000).optional(),
    }),
    output: SignedIn,
  },
  /**
   * Returns the record number (备案号) of the site and its support contact for the page footer. Unset values are empty.
   */
  site: { access: 'public', kind: 'read', input: z.object({}), output: z.object({ record: z.string(), support: z.string() }) },
  info: {
    access: 'session',
    kind: 'read',
    path: '/api/user/info',
    flat: true,
    whileForced: true,
    whileUnenrolled: true,
    input: z.object({}),
    output: z.object({
      posttatus: z.int(),
      poststatus: z.int(),
      status: z.int(),
      title: z.string(),
      logo: z.string(),
      data: z.array(z.object({ permission: z.string() })),
      rolesname: z.string(),
      usertype: z.int(),
      yztype: z.int(),
      isdz: z.string(),
      isdl: z.string(),
      islr: z.string(),
      uid: z.int(),
      name: z.string(),
      username: z.string(),
      avatar: z.string(),
      introduction: z.string(),
      isEditPassWord: z.int(),
      yycenter: z.string(),
      yyzdid: z.string(),
      yzzgid: z.string(),
      msg: z.string(),
      unitName: z.string(),
      mode: z.string(),
      /** Whether the template's demo pages are shown. */
      showcase: z.boolean(),
      /** The page to which the banner of an empty dashboard links; empty once payments are possible. */
      guide: z.string(),
      /** The day from which this account needs a second factor; empty when it already has one or needs none. */
      factorBy: z.string(),
      /** Whether the day in `factorBy` has come. The user must then set up the second factor before anything else. */
      mustEnrol: z.boolean(),
      /** The interface settings of the user. */
      preferences: Preferences,
    }),
  },
  logout: {
    access: 'session',
    kind: 'write',
    log: { zh: '退出登录', en: 'Sign out', es: 'Cerrar sesión', ja: 'ログアウト' },
    path: '/api/user/logout_pc',
    whileForced: true,
    whileUnenrolled: true,
    input: z.object({}),
    output: z.object({}),
  },
  checkPassword: {
    access: 'session',
    kind: 'write',
    log: { zh: '验证密码', en: 'Check a password', es: 'Comprobar contraseña', ja: 'パスワードの確認' },
    done: { zh: '旧密码验证通过', en: 'The old password is correct.', es: 'La contraseña anterior es correcta.', ja: '現在のパスワードを確認しました。' },
    path: '/api/user/CheckPasswd',
    whileForced: true,
    whileUnenrolled: true,
    limit: 'password',
    secret: ['pwd', 'paypassword'],
    input: z.object({ type: z.union([z.literal(1), z.literal(2)]), pwd: z.string().max(128).optional(), paypassword: z.string().max(128).optional() }),
    output: z.object({}),
  },
  changePassword: {
    access: 'session',
    kind: 'write',
    log: { zh: '修改密码', en: 'Change a password', es: 'Cambiar contraseña', ja: 'パスワードの変更' },
    done: { zh: '密码修改成功', en: 'The password was changed.', es: 'La contraseña se ha cambiado.', ja: 'パスワードを変更しました。' },
    path: '/api/user/editpassword',
    whileForced: true,
    whileUnenrolled: true,
    limit: 'password',
    secret: ['password', 'paypassword', 'oldpassword'],
    input: z.object({
      type: z.union([z.literal(1), z.literal(2)]),
      password: z.string().max(128).optional(),
      paypassword: z.string().max(128).optional(),
      oldpassword: z.string().max(128),
    }),
    output: z.object({}),
  },
} as const satisfies Module
