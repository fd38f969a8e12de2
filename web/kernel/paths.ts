/**
 * Address details of an operation, repeated here so that no schema is sent to the browser. `paths.test.ts` compares
 * them with `api/`.
 */
export interface FixedAddress {
  readonly path: string
  /** The answer's fields are at the same level as `code`. */
  readonly isFlat?: true
  /**
   * The specification sends these fields in the query. `customer`: only on the customer's wire, because the fields are
   * secret and queries are logged.
   */
  readonly query?: 'always' | 'customer'
}

/** Operations whose address the specification fixes. */
export const fixedAddresses: Readonly<Record<string, FixedAddress>> = {
  'applications.message': { path: '/api/share/user/getMsg', query: 'customer' },
  'auth.login': { path: '/api/user/login', isFlat: true, query: 'customer' },
  'auth.secondFactor': { path: '/api/user/secondFactor', isFlat: true },
  'auth.info': { path: '/api/user/info', isFlat: true },
  'auth.logout': { path: '/api/user/logout_pc' },
  'auth.checkPassword': { path: '/api/user/CheckPasswd', query: 'customer' },
  'auth.changePassword': { path: '/api/user/editpassword' },
  'identity.recognise': { path: '/api/share/v3/getCardInfo' },
  'lookups.titles': { path: '/api/ms/get_ttData', isFlat: true },
  'lookups.operators': { path: '/api/ms/get_yzData', isFlat: true },
  'lookups.staff': { path: '/api/ms/get_yxy_or_ywy', isFlat: true },
  'lookups.areas': { path: '/api/ms/get_sfData', isFlat: true, query: 'always' },
  'lookups.platforms': { path: '/api/ms/get_ptData', isFlat: true, query: 'always' },
}
