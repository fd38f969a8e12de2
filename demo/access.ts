import type { RoleKey } from '#/db/base/roles.ts'
import type { DemoCentre, DemoUnit } from '#/demo/organisations.ts'
import { type AccountStatus, accountStatus, type PostStatus, postStatus, type UserType, userType } from '#/domain/base/codes.ts'

export interface DemoUser {
  readonly id: number
  readonly username: string
  /** Empty for an account that shows the name of its operator. */
  readonly name: string
  readonly usertype: UserType
  readonly poststatus: PostStatus
  readonly role: RoleKey
  readonly status?: AccountStatus
  readonly mustChange?: true
  readonly unitId?: number
  readonly operatorId?: number
  readonly partnerId?: number
  readonly centres?: readonly (readonly [id: number, modes: readonly number[]])[]
}

const centre2Places = [[2, [1, 2]]] as const

/** The platform's finance account, which manages plans and rules. */
export const platformFinanceId = 30

const namedUsers: readonly DemoUser[] = [
  { id: 1, username: 'platform', name: '周正明', usertype: userType.platform, poststatus: postStatus.none, role: 'super' },
  {
    id: 2,
    username: 'centre',
    name: '许立言',
    usertype: userType.centre,
    poststatus: postStatus.director,
    role: 'director',
    centres: [
      [2, [1, 2]],
      [5, [2]],
    ],
  },
  { id: 3, username: 'auditor', name: '沈知微', usertype: userType.centre, poststatus: postStatus.auditor, role: 'auditor', centres: centre2Places },
  { id: 4, username: 'finance', name: '钱守一', usertype: userType.centre, poststatus: postStatus.finance, role: 'centreFinance', centres: centre2Places },
  { id: 5, username: 'maker', name: '叶小满', usertype: userType.unit, poststatus: postStatus.none, role: 'maker', unitId: 1 },
  { id: 6, username: 'checker', name: '秦审之', usertype: userType.unit, poststatus: postStatus.none, role: 'checker', unitId: 1 },
  { id: 7, username: 'payer', name: '方付全', usertype: userType.unit, poststatus: postStatus.none, role: 'payer', unitId: 1 },
  { id: 8, username: 'unit2', name: '顾晚晴', usertype: userType.unit, poststatus: postStatus.none, role: 'unitAdmin', unitId: 2 },
  { id: 9, username: 'operator', name: '', usertype: userType.operator, poststatus: postStatus.none, role: 'operator', operatorId: 1001 },
  { id: 32, username: 'subcontractor', name: '', usertype: userType.operator, poststatus: postStatus.none, role: 'operator', operatorId: 1070 },
  { id: 10, username: 'partner', name: '贺同舟', usertype: userType.partner, poststatus: postStatus.none, role: 'partner', partnerId: 1 },
  { id: 11, username: 'newcomer', name: '新启航', usertype: userType.unit, poststatus: postStatus.none, role: 'maker', unitId: 1, mustChange: true },
  {
    id: 12,
    username: 'pending',
    name: '候审',
    usertype: userType.unit,
    poststatus: postStatus.none,
    role: 'checker',
    unitId: 2,
    status: accountStatus.pending,
  },
  { id: 13, username: 'unit1', name: '苏明远', usertype: userType.unit, poststatus: postStatus.none, role: 'unitAdmin', unitId: 1 },
  { id: 14, username: 'payer2', name: '陆思远', usertype: userType.unit, poststatus: postStatus.none, role: 'payer', unitId: 1, status: accountStatus.pending },
  { id: 16, username: 'operation', name: '齐云帆', usertype: userType.platform, poststatus: postStatus.none, role: 'platformOperation' },
  { id: platformFinanceId, username: 'caiwu', name: '严守中', usertype: userType.platform, poststatus: postStatus.none, role: 'platformFinance' },
  {
    id: 31,
    username: 'supervisor',
    name: '闻远舟',
    usertype: userType.centre,
    poststatus: postStatus.crossCentre,
    role: 'crossCentre',
    centres: [
      [2, [1, 2]],
      [5, [2]],
    ],
  },
  { id: 17, username: 'marketer', name: '柳营之', usertype: userType.centre, poststatus: postStatus.marketer, role: 'sales', centres: centre2Places },
  { id: 18, username: 'salesman', name: '叶归舟', usertype: userType.centre, poststatus: postStatus.salesman, role: 'sales', centres: centre2Places },
  { id: 19, username: 'salesman2', name: '江一帆', usertype: userType.centre, poststatus: postStatus.salesman, role: 'sales', centres: centre2Places },
  {
    id: 15,
    username: 'checker2',
    name: '宋清和',
    usertype: userType.unit,
    poststatus: postStatus.none,
    role: 'checker',
    unitId: 2,
    status: accountStatus.rejected,
  },
]

/** The accounts that prepare, check and pay for a unit. */
export interface UnitStaff {
  readonly maker: number
  readonly checker: number
  readonly payer: number
}

const defaultStaff = { auditor: 3, finance: 4 }

/** Returns the accounts that prepare, check and pay for a unit. */
export function unitStaffOf(unitId: number): UnitStaff {
  return unitId === 1 ? { maker: 5, checker: 6, payer: 7 } : { maker: 100 + unitId * 10 + 1, checker: 100 + unitId * 10 + 2, payer: 100 + unitId * 10 + 3 }
}

/** Returns the auditor and the finance account of a centre. */
export function centreStaffOf(centreId: number): { auditor: number; finance: number } {
  return centreId === 2 ? defaultStaff : { auditor: 20 + centreId, finance: 40 + centreId }
}

const duties = [
  { role: 'maker', title: '制单' },
  { role: 'checker', title: '复核' },
  { role: 'payer', title: '财务' },
] as const

/**
 * Returns all accounts of a demo with these units and centres: the named accounts, and the staff of all other units.
 */
export function demoUsers(units: readonly DemoUnit[], centres: readonly DemoCentre[]): DemoUser[] {
  const unitAccounts = units
    .filter((unit) => unit.id !== 1)
    .flatMap((unit) =>
      duties.map(({ role, title }) => ({
        id: unitStaffOf(unit.id)[role],
        username: `${role}${String(unit.id).padStart(2, '0')}`,
        name: `${unit.legalPerson.slice(0, 1)}${title}`,
        usertype: userType.unit,
        poststatus: postStatus.none,
        role,
        unitId: unit.id,
      })),
    )
  const adminAccounts = units
    .filter((unit) => unit.id > 2)
    .map((unit) => ({
      id: 100 + unit.id * 10 + 4,
      username: `admin${String(unit.id).padStart(2, '0')}`,
      name: `${unit.legalPerson.slice(0, 1)}管理`,
      usertype: userType.unit,
      poststatus: postStatus.none,
      role: 'unitAdmin' as const,
      unitId: unit.id,
    }))
  const centreAccounts = centres
    .filter((centre) => centre.id !== 2)
    .flatMap((centre): DemoUser[] => {
      const centreStaff = centreStaffOf(centre.id)
      const post = { usertype: userType.centre, centres: [[centre.id, [1, 2]]] } as const
      const number = String(centre.id).padStart(2, '0')
      return [
        {
          ...post,
          id: centreStaff.auditor,
          username: `auditor${number}`,
          name: `${centre.name.slice(0, 2)}审核`,
          poststatus: postStatus.auditor,
          role: 'auditor',
        },
        {
          ...post,
          id: centreStaff.finance,
          username: `finance${number}`,
          name: `${centre.name.slice(0, 2)}财务`,
          poststatus: postStatus.finance,
          role: 'centreFinance',
        },
      ]
    })
  return [...namedUsers, ...unitAccounts, ...adminAccounts, ...centreAccounts]
}
