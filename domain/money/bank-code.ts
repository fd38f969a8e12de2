import { comparableName } from '#/domain/base/names.ts'

// The first three digits of the clearing numbers (支付系统行号) of nationwide banks.
const codes: readonly (readonly [name: string, code: string])[] = [
  ['工商银行', '102'],
  ['农业银行', '103'],
  ['建设银行', '105'],
  ['交通银行', '301'],
  ['中信银行', '302'],
  ['光大银行', '303'],
  ['华夏银行', '304'],
  ['民生银行', '305'],
  ['广发银行', '306'],
  ['平安银行', '307'],
  ['招商银行', '308'],
  ['兴业银行', '309'],
  ['浦东发展银行', '310'],
  ['浦发银行', '310'],
  ['邮政储蓄银行', '403'],
  ['邮储银行', '403'],
  // Must come last, because other bank names contain it.
  ['中国银行', '104'],
]

/** Returns the code of a bank (行别代码) for its name, as people write it; null when unknown. */
export function bankCodeOf(bankName: string): string | null {
  const name = comparableName(bankName)
  return codes.find(([part]) => name.includes(part))?.[1] ?? null
}
