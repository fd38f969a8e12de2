import type { Permission } from '#/api/pages.ts'

interface DemoRole {
  readonly name: string
  readonly usertype: number
  readonly permissions: readonly Permission[]
}

const everyone = ['/dashboard', '/persons/centers'] as const satisfies readonly Permission[]

/** The roles every installation begins with (domain.md §3.4), as far as their pages exist. */
export const roles = {
  super: { name: '超级管理员', usertype: 1, permissions: ['admin3', ...everyone] },
  platformOperation: { name: '平台运营', usertype: 1, permissions: [...everyone, 'zfPtListpt', 'zfpzList', 'datacheck', 'yufukuan'] },
  platformFinance: { name: '平台财务', usertype: 1, permissions: [...everyone, 'zfPtListpt', 'payZfPt', 'zfpzList', 'yufukuan'] },
  director: {
    name: '中心负责人',
    usertype: 4,
    permissions: [...everyone, 'zfPtListpt', 'payZfPt', 'zf:retry', 'zfpzList', 'datacheck', 'user:audit', 'yufukuan', 'cz:confirm'],
  },
  auditor: { name: '中心审核', usertype: 4, permissions: [...everyone, 'zfPtListpt', 'zf:audit', 'datacheck', 'user:audit'] },
  centreFinance: { name: '中心财务', usertype: 4, permissions: [...everyone, 'zfPtListpt', 'yufukuan', 'cz:confirm', 'zfpzList'] },
  unitAdmin: {
    name: '单位管理员',
    usertype: 2,
    permissions: [...everyone, 'zfPtList', 'zf:make', 'zf:retry', 'zfpzList', 'yufukuan', 'cz:apply', 'payZfPt', 'zf:pay'],
  },
  maker: { name: '单位制单', usertype: 2, permissions: [...everyone, 'zfPtList', 'zf:make', 'zf:retry', 'zfpzList', 'yufukuan', 'cz:apply'] },
  checker: { name: '单位复核', usertype: 2, permissions: [...everyone, 'zfPtList', 'zf:check', 'zfpzList', 'yufukuan'] },
  payer: { name: '单位财务', usertype: 2, permissions: [...everyone, 'zfPtList', 'zf:pay', 'payZfPt', 'zfpzList', 'yufukuan', 'cz:apply'] },
  operator: { name: '经营者', usertype: 3, permissions: everyone },
  partner: { name: '合作伙伴', usertype: 5, permissions: everyone },
} as const satisfies Record<string, DemoRole>

export type RoleKey = keyof typeof roles

/** An account of the demo. */
export interface DemoUser {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly usertype: number
  readonly poststatus: number
  readonly role: RoleKey
  readonly status?: number
  readonly mustChange?: true
  readonly unitId?: number
  readonly operatorId?: number
  readonly partnerId?: number
  readonly centres?: readonly (readonly [id: number, modes: readonly number[]])[]
}

const here = [[2, [1, 2]]] as const

export const demoUsers: readonly DemoUser[] = [
  { id: 1, username: 'platform', name: '周正明', usertype: 1, poststatus: 0, role: 'super' },
  {
    id: 2,
    username: 'centre',
    name: '许立言',
    usertype: 4,
    poststatus: 1,
    role: 'director',
    centres: [
      [2, [1, 2]],
      [5, [2]],
    ],
  },
  { id: 3, username: 'auditor', name: '沈知微', usertype: 4, poststatus: 6, role: 'auditor', centres: here },
  { id: 4, username: 'finance', name: '钱守一', usertype: 4, poststatus: 5, role: 'centreFinance', centres: here },
  { id: 5, username: 'maker', name: '叶小满', usertype: 2, poststatus: 0, role: 'maker', unitId: 1 },
  { id: 6, username: 'checker', name: '秦审之', usertype: 2, poststatus: 0, role: 'checker', unitId: 1 },
  { id: 7, username: 'payer', name: '方付全', usertype: 2, poststatus: 0, role: 'payer', unitId: 1 },
  { id: 8, username: 'unit2', name: '顾晚晴', usertype: 2, poststatus: 0, role: 'unitAdmin', unitId: 2 },
  { id: 9, username: 'operator', name: '', usertype: 3, poststatus: 0, role: 'operator', operatorId: 1001 },
  { id: 10, username: 'partner', name: '贺同舟', usertype: 5, poststatus: 0, role: 'partner', partnerId: 1 },
  { id: 11, username: 'newcomer', name: '新启航', usertype: 2, poststatus: 0, role: 'maker', unitId: 1, mustChange: true },
  { id: 12, username: 'pending', name: '候审', usertype: 2, poststatus: 0, role: 'maker', unitId: 2, status: 1 },
]
