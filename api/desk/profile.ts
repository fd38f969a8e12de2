import { z } from 'zod'
import { AnyMobileText } from '#/api/fields.ts'
import { Id, type Module, Moment } from '#/api/operation.ts'
import { successMessages } from '#/api/success-messages.texts.ts'

const Codes = z.array(z.string())
const ChangeId = z.uuid()
const PasskeyName = z.string().trim().min(1).max(40)
const SmsCode = z.string().regex(/^\d{6}$/)

/** The signed-in user's own account. No operation accepts the id of another user. */
export const profile = {
  get: {
    access: 'session',
    whileUnenrolled: true,
    kind: 'read',
    input: z.object({}),
    output: z.object({
      username: z.string(),
      name: z.string(),
      usertype: z.int(),
      /** The mobile number, masked; empty when unknown. */
      mobile: z.string(),
      mail: z.string(),
      roles: z.array(z.string()),
      unitName: z.string().nullable(),
      centres: z.array(z.object({ id: Id, name: z.string(), modes: z.array(z.int()) })),
      loginPassword: z.object({ changedAt: Moment.nullable() }),
      /** The state of the payment password; null for users who never pay. */
      paymentPassword: z.object({ isSet: z.boolean(), changedAt: Moment.nullable(), lockedUntil: Moment.nullable() }).nullable(),
      /** `isRequired`: the installation requires the second factor for this account, so the user cannot turn it off. */
      secondFactor: z.object({ isOn: z.boolean(), since: Moment.nullable(), codesLeft: z.int(), isRequired: z.boolean() }),
      lastSignIn: Moment.nullable(),
    }),
  },
  devices: {
    access: 'session',
    kind: 'read',
    input: z.object({}),
    output: z.array(
      z.object({
        id: Id,
        /** The browser, derived from the user agent; empty when unknown. */
        browser: z.string(),
        system: z.string(),
        ip: z.string(),
        since: Moment,
        seenAt: Moment,
        isThis: z.boolean(),
      }),
    ),
  },
  signIns: {
    access: 'session',
    kind: 'read',
    input: z.object({}),
    output: z.array(
      z.object({
        at: Moment,
        ip: z.string(),
        browser: z.string(),
        system: z.string(),
        result: z.enum(['entered', 'half', 'wrongPassword', 'wrongCode', 'locked', 'notOpen']),
      }),
    ),
  },
  /** Returns the latest views of the caller's full numbers by other users. Callers who are not operators get none. */
  readings: {
    access: 'session',
    kind: 'read',
    input: z.object({}),
    output: z.array(
      z.object({
        at: Moment,
        /** `copy`: all data, exported at the person's request. */
        field: z.enum(['idNumber', 'mobile', 'cardNo', 'address', 'copy']),
        reader: z.string(),
        /** The unit or centre of the user who viewed the number; null for platform staff. */
        organisation: z.string().nullable(),
        /** Whether the number was viewed on a payment line or on the operator's record. */
        of: z.enum(['operator', 'line']),
      }),
    ),
  },
  signOutDevice: {
    access: 'session',
    kind: 'write',
    log: { zh: '强制设备下线', en: 'Sign out a device', es: 'Cerrar un dispositivo', ja: '端末のログアウト' },
    done: { zh: '该设备已下线', en: 'The device is signed out.', es: 'Sesión del dispositivo cerrada.', ja: '端末をログアウトしました。' },
    input: z.object({ id: Id }),
    output: z.object({}),
  },
  signOutOthers: {
    access: 'session',
    kind: 'write',
    log: { zh: '强制其他设备下线', en: 'Sign out all other devices', es: 'Cerrar los demás dispositivos', ja: '他端末のログアウト' },
    done: { zh: '已下线 {count} 台设备', en: '{count, plural, one {# device is} other {# devices are}} signed out.', es: '{count, plural, one {Se cerró # sesión} other {Se cerraron # sesiones}}.', ja: '{count} 台の端末をログアウトしました。' },
    input: z.object({}),
    output: z.object({ count: z.int() }),
  },
  startSecondFactor: {
    access: 'session',
    whileUnenrolled: true,
    kind: 'write',
    log: { zh: '开始设置二次验证', en: 'Start setting up a second factor', es: 'Iniciar el segundo factor', ja: '2段階認証の設定開始' },
    limit: 'password',
    secret: ['password', 'secret', 'uri'],
    input: z.object({ password: z.string().max(128) }),
    output: z.object({ secret: z.string(), uri: z.string() }),
  },
  confirmSecondFactor: {
    access: 'session',
    whileUnenrolled: true,
    kind: 'write',
    log: { zh: '启用二次验证', en: 'Turn on two-step verification', es: 'Activar la verificación en dos pasos', ja: '2段階認証の有効化' },
    done: { zh: '两步验证已开启', en: 'Two-step verification is on.', es: 'Verificación en dos pasos activada.', ja: '2段階認証を有効にしました。' },
    limit: 'password',
    secret: ['code', 'codes'],
    input: z.object({ code: z.string().max(20) }),
    output: z.object({ codes: Codes }),
  },
  dropSecondFactor: {
    access: 'session',
    kind: 'write',
    log: { zh: '停用二次验证', en: 'Turn off two-step verification', es: 'Desactivar la verificación en dos pasos', ja: '2段階認証の無効化' },
    done: { zh: '两步验证已关闭', en: 'Two-step verification is off.', es: 'Verificación en dos pasos desactivada.', ja: '2段階認証を無効にしました。' },
    limit: 'password',
    secret: ['password', 'code'],
    input: z.object({ password: z.string().max(128), code: z.string().max(40) }),
    output: z.object({}),
  },
  renewRecoveryCodes: {
    access: 'session',
    kind: 'write',
    log: { zh: '更新恢复码', en: 'Renew recovery codes', es: 'Renovar códigos de recuperación', ja: 'リカバリーコードの更新' },
    done: { zh: '恢复码已更新，旧码作废', en: 'New recovery codes are active; the old ones no longer work.', es: 'Códigos de recuperación renovados; los anteriores ya no valen.', ja: 'リカバリーコードを更新しました。以前のコードは無効です。' },
    limit: 'password',
    secret: ['password', 'code', 'codes'],
    input: z.object({ password: z.string().max(128), code: z.string().max(40) }),
    output: z.object({ codes: Codes }),
  },
  /**
   * Sends a code to the new number and, if the account has a number, another code to that number. Earlier requests
   * expire.
   */
  askMobileChange: {
    access: 'session',
    kind: 'write',
    log: { zh: '获取更换手机号验证码', en: 'Request a mobile number change', es: 'Pedir cambio de móvil', ja: '携帯番号変更の申請' },
    done: { zh: '验证码已发送', en: 'Codes were sent.', es: 'Códigos enviados.', ja: 'コードを送信しました。' },
    limit: 'password',
    secret: ['mobile'],
    input: z.object({ mobile: AnyMobileText }),
    output: z.object({
      change: ChangeId,
      /** The current number, masked; empty when unknown. */
      oldMobile: z.string(),
      newMobile: z.string(),
      resendSeconds: z.int(),
      validSeconds: z.int(),
      isSandbox: z.boolean(),
    }),
  },
  /** Changes the number when both codes match. An account without a number needs only the code of the new number. */
  changeMobile: {
    access: 'session',
    kind: 'write',
    log: { zh: '更换手机号', en: 'Change own mobile number', es: 'Cambiar el móvil propio', ja: '携帯番号の変更' },
    done: { zh: '手机号已改为 {mobile}', en: 'Your mobile number is now {mobile}.', es: 'Su móvil es ahora {mobile}.', ja: '携帯番号を {mobile} に変更しました。' },
    limit: 'password',
    secret: ['oldCode', 'newCode'],
    input: z.object({ change: ChangeId, oldCode: SmsCode.optional(), newCode: SmsCode }),
    output: z.object({ mobile: z.string() }),
  },
  /** Demo mode only: returns the messages that the sandbox would have sent. */
  mobileSandbox: {
    access: 'session',
    kind: 'read',
    input: z.object({ change: ChangeId }),
    output: z.object({ messages: z.array(z.object({ id: z.int(), to: z.string(), text: z.string() })) }),
  },
  passkeys: {
    access: 'session',
    whileUnenrolled: true,
    kind: 'read',
    input: z.object({}),
    output: z.object({
      /** Whether passkeys can be used. They require a site address with a domain name. */
      isPossible: z.boolean(),
      rows: z.array(z.object({ id: Id, name: z.string(), since: Moment, usedAt: Moment.nullable(), isBackedUp: z.boolean() })),
    }),
  },
  /** Returns the options, as JSON, with which the browser creates a passkey. */
  beginPasskey: {
    access: 'session',
    whileUnenrolled: true,
    kind: 'write',
    log: { zh: '开始设置通行密钥', en: 'Start setting up a passkey', es: 'Iniciar una clave de acceso', ja: 'パスキーの設定開始' },
    limit: 'password',
    secret: ['password', 'options'],
    input: z.object({ password: z.string().max(128) }),
    output: z.object({ options: z.string() }),
  },
  /**
   * Adds the passkey that the browser created. `codes` are recovery codes, returned only with the first second factor.
   */
  addPasskey: {
    access: 'session',
    whileUnenrolled: true,
    kind: 'write',
    log: { zh: '添加通行密钥', en: 'Add a passkey', es: 'Añadir una clave de acceso', ja: 'パスキーの追加' },
    done: { zh: '通行密钥已添加', en: 'The passkey was added.', es: 'Clave de acceso añadida.', ja: 'パスキーを追加しました。' },
    limit: 'password',
    secret: ['response', 'codes'],
    input: z.object({ response: z.string().min(1).max(20_000), name: PasskeyName }),
    output: z.object({ codes: Codes }),
  },
  renamePasskey: { access: 'session', kind: 'write', log: { zh: '重命名通行密钥', en: 'Rename a passkey', es: 'Renombrar una clave de acceso', ja: 'パスキーの名称変更' }, done: successMessages.saved, input: z.object({ passkeyId: Id, name: PasskeyName }), output: z.object({}) },
  removePasskey: { access: 'session', kind: 'write', log: { zh: '移除通行密钥', en: 'Remove a passkey', es: 'Quitar una clave de acceso', ja: 'パスキーの削除' }, done: successMessages.done, limit: 'password', input: z.object({ passkeyId: Id }), output: z.object({}) },
  /**
   * Starts the strong proof that the first payment password requires: a code of the second factor. If the installation
   * allows, users without a second factor get a code by phone. Refuses all other accounts.
   */
  askProofCode: {
    access: 'session',
    whileUnenrolled: true,
    kind: 'write',
    log: { zh: '获取本人验证码', en: 'Request a code of proof', es: 'Pedir un código de verificación', ja: '本人確認コードの申請' },
    limit: 'password',
    input: z.object({}),
    secret: ['passkey'],
    /** `passkey`: options for the browser as JSON; empty when the account has no passkey. */
    output: z.object({ way: z.enum(['factor', 'phone']), ask: z.string(), mobile: z.string(), isSandbox: z.boolean(), passkey: z.string() }),
  },
  /**
   * Verifies the login password or a passkey. For 15 minutes, this session may call operations that require it. A
   * passkey, a code of the second factor or a code of `askProofCode` also allows setting the first payment password.
   */
  prove: {
    access: 'session',
    kind: 'write',
    log: { zh: '验证登录密码', en: 'Confirm the login password', es: 'Confirmar la contraseña', ja: 'ログインパスワードの確認' },
    limit: 'password',
    secret: ['password', 'code', 'passkey', 'token'],
    input: z.object({
      password: z.string().max(128).optional(),
      code: z.string().max(40).optional(),
      ask: z.uuid().optional(),
      passkey: z.string().min(1).max(8000).optional(),
    }),
    /** The new token of the session. A stolen copy of the earlier token gains no rights from the proof. */
    output: z.object({ token: z.string() }),
  },
} as const satisfies Module
