import type { ModuleName, Modules } from '#/api/modules.ts'

type WriteOf<M extends ModuleName> = { [O in keyof Modules[M]]: Modules[M][O] extends { kind: 'write' } ? O & string : never }[keyof Modules[M]]

/** What the client must know of an operation at run time, so that no schema travels to the browser. `paths.test.ts` compares it with `api/`. */
export interface Special {
  readonly path: string
  /** The answer's fields stand beside `code`. */
  readonly isFlat?: true
  /** The specification sends these fields in the query (`wire: 'spec'`). */
  readonly isInQuery?: true
}

/** Operations whose address the specification fixes. */
export const specials: Readonly<Record<string, Special>> = {
  'applications.message': { path: '/api/share/user/getMsg', isInQuery: true },
  'auth.login': { path: '/api/user/login', isFlat: true, isInQuery: true },
  'auth.secondFactor': { path: '/api/user/secondFactor', isFlat: true },
  'auth.info': { path: '/api/user/info', isFlat: true },
  'auth.logout': { path: '/api/user/logout_pc' },
  'auth.checkPassword': { path: '/api/user/CheckPasswd', isInQuery: true },
  'auth.changePassword': { path: '/api/user/editpassword' },
  'identity.recognise': { path: '/api/share/v3/getCardInfo' },
  'lookups.titles': { path: '/api/ms/get_ttData', isFlat: true },
  'lookups.operators': { path: '/api/ms/get_yzData', isFlat: true },
  'lookups.staff': { path: '/api/ms/get_yxy_or_ywy', isFlat: true },
  'lookups.areas': { path: '/api/ms/get_sfData', isFlat: true, isInQuery: true },
  'lookups.platforms': { path: '/api/ms/get_ptData', isFlat: true, isInQuery: true },
}

/** Operations that change something: they carry an `Idempotency-Key`. */
export const writes: { readonly [M in ModuleName]: readonly WriteOf<M>[] } = {
  applications: [
    'askCode',
    'begin',
    'save',
    'addPicture',
    'dropPicture',
    'phone',
    'submit',
    'papers',
    'withdraw',
    'lookUp',
    'message',
    'reveal',
    'take',
    'assign',
    'approve',
    'reject',
    'export',
    'invite',
  ],
  audit: ['verify', 'export'],
  auth: ['login', 'secondFactor', 'logout', 'checkPassword', 'changePassword'],
  centres: ['create', 'update', 'setActive', 'addChannel', 'setChannel'],
  contracts: [
    'create',
    'send',
    'discard',
    'revoke',
    'ticket',
    'link',
    'remind',
    'extend',
    'terminate',
    'renew',
    'supplement',
    'startMany',
    'uploadPaper',
    'check',
    'evidence',
    'zip',
    'withdraw',
  ],
  dashboard: [],
  demo: ['advance'],
  disputes: ['raise', 'withdraw', 'resolve'],
  errors: ['report'],
  files: ['link'],
  identity: ['recognise'],
  imports: ['upload', 'repair', 'replace', 'exclude', 'include', 'reupload', 'commit', 'cancel'],
  lines: ['import', 'reimport', 'add', 'repair', 'replace', 'exclude', 'include', 'adopt', 'refer'],
  lookups: [],
  messages: ['read'],
  operators: [
    'acceptCandidates',
    'askForPapers',
    'assignCandidates',
    'export',
    'exportCandidates',
    'freeze',
    'mergeCandidate',
    'rejectCandidates',
    'setCard',
    'setMobile',
    'takeCandidate',
    'undoMerge',
    'unfreeze',
    'unlink',
    'verifyCandidates',
  ],
  papers: ['add', 'submit'],
  partners: ['create', 'update', 'setActive'],
  payments: ['create', 'attach', 'detach', 'submit', 'check', 'audit', 'pay', 'cancel', 'resend'],
  payouts: ['query', 'retryHeld', 'cancelHeld', 'replaceCard', 'pause'],
  plain: ['show'],
  prepayments: ['submit', 'withdraw', 'confirm', 'reject', 'importCredits'],
  profile: ['prove', 'signOutDevice', 'signOutOthers', 'startSecondFactor', 'confirmSecondFactor', 'dropSecondFactor', 'renewRecoveryCodes'],
  recovery: ['ask', 'prove', 'reset'],
  relations: ['add', 'remove', 'request', 'decide'],
  roles: ['create', 'update', 'copy', 'remove', 'give', 'rename', 'arrange'],
  signing: ['open', 'document', 'read', 'code', 'confirm', 'sign', 'refuse', 'signed', 'next'],
  staff: ['create', 'update', 'handOver', 'cancelHandover', 'disable', 'enable', 'resetPassword'],
  tasks: [],
  templates: ['create', 'update', 'upload', 'revise', 'enable', 'disable', 'setDefault', 'remove', 'preview'],
  units: ['create', 'update', 'assign', 'stop', 'start', 'freeze', 'unfreeze', 'close', 'export', 'openPlace', 'setPlace', 'propose', 'decide', 'withdraw'],
  users: ['create', 'update', 'setRoles', 'setCentres', 'resetPassword', 'unlock', 'disable', 'enable', 'signOut', 'export', 'approve', 'reject'],
  vouchers: ['zip'],
}
