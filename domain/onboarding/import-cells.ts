import type { CellKind } from '#/domain/base/cells.ts'

/**
 * Data that can be imported from a list: operators (template T1), units (T10), orders (T12), earlier income (T13) and
 * contracts (T15) from an older system.
 */
export const importKinds = ['operators', 'units', 'orders', 'income', 'contracts'] as const

export type ImportKind = (typeof importKinds)[number]

/** The cells of an operator row (template T1) in template order, each with its cleaning rule. */
export const operatorCellKinds = {
  name: 'name',
  idKind: 'words',
  idNumber: 'long',
  mobile: 'number',
  bankName: 'words',
  cardNo: 'long',
  yztype: 'words',
  entityName: 'name',
  entityCreditCode: 'long',
  sex: 'words',
  birth: 'words',
  nationality: 'words',
  /** The address as printed on the ID. */
  idAddress: 'words',
  validFrom: 'words',
  validTo: 'words',
  remark: 'words',
} as const satisfies Record<string, CellKind>

export type OperatorCell = keyof typeof operatorCellKinds

export type OperatorCells = Readonly<Record<OperatorCell, string>>

/** The cells of a unit row (template T10), in template order. */
export const unitCellKinds = {
  unitName: 'name',
  creditCode: 'long',
  legalPerson: 'name',
  /** The ID number of the legal representative. */
  idNumber: 'long',
  bizKind: 'words',
  industry: 'words',
  contactName: 'name',
  mobile: 'number',
  email: 'words',
  address: 'words',
  taxpayerKind: 'words',
  centre: 'words',
  mode: 'words',
  plan: 'words',
  dualControl: 'words',
  marketer: 'words',
  salesman: 'words',
  partner: 'words',
  titleBank: 'words',
  titleAccountNo: 'number',
} as const satisfies Record<string, CellKind>

export type UnitCell = keyof typeof unitCellKinds

export type UnitCells = Readonly<Record<UnitCell, string>>

/** The cells of one month of earlier income (template T13), in template order. */
export const incomeCellKinds = {
  name: 'name',
  idKind: 'words',
  idNumber: 'long',
  incomeMonth: 'words',
  payerCode: 'long',
  gross: 'amount',
  vat: 'amount',
  city: 'amount',
  education: 'amount',
  localEducation: 'amount',
  withheld: 'amount',
  remark: 'words',
} as const satisfies Record<string, CellKind>

export type IncomeCell = keyof typeof incomeCellKinds

export type IncomeCells = Readonly<Record<IncomeCell, string>>

/** The cells of a contract from an older system (template T15), in template order. */
export const contractCellKinds = {
  contractKind: 'words',
  mode: 'words',
  name: 'name',
  creditCode: 'long',
  idKind: 'words',
  idNumber: 'long',
  contractNo: 'words',
  firstDay: 'words',
  lastDay: 'words',
  signedOn: 'words',
  capLeft: 'amount',
  scan: 'words',
} as const satisfies Record<string, CellKind>

export type ContractCell = keyof typeof contractCellKinds

export type ContractCells = Readonly<Record<ContractCell, string>>

/** The cells of an order row (template T12), in template order: the fields of the form for a new order. */
export const orderCellKinds = {
  title: 'prose',
  contractNo: 'words',
  orderKind: 'words',
  category: 'words',
  description: 'prose',
  criteria: 'prose',
  priceMode: 'words',
  unitPrice: 'amount',
  highestPrice: 'amount',
  quantity: 'amount',
  budget: 'amount',
  from: 'words',
  to: 'words',
  province: 'words',
  place: 'prose',
  wanted: 'number',
  sourcePlatform: 'words',
} as const satisfies Record<string, CellKind>

export type OrderCell = keyof typeof orderCellKinds

export type OrderCells = Readonly<Record<OrderCell, string>>

export type ImportCell = OperatorCell | UnitCell | OrderCell | IncomeCell | ContractCell

export const importCellKinds: Readonly<Record<ImportKind, Readonly<Partial<Record<ImportCell, CellKind>>>>> = {
  operators: operatorCellKinds,
  units: unitCellKinds,
  orders: orderCellKinds,
  income: incomeCellKinds,
  contracts: contractCellKinds,
}

/** The cells of all imports, for code that does not know the kind. */
export const importCells = [...new Set(Object.values(importCellKinds).flatMap((kinds) => Object.keys(kinds)))] as ImportCell[]

/**
 * Cells with personal numbers and addresses, stored encrypted. Only users who correct the row see the full contents.
 */
export const sealedCells = { idNumber: 'id_number', mobile: 'mobile', cardNo: 'card_no', idAddress: 'id_address' } as const

export type SealedCell = keyof typeof sealedCells
