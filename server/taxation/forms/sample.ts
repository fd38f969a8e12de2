import { type FormField, type FormKind, formsByKind } from '#/domain/taxation/tax-form.ts'
import type { FormRow } from '#/server/taxation/forms/filling.ts'

// Invented people, for previewing a layout without real data.

export const sampleHead = {
  agentName: '样例运营中心有限公司',
  agentCode: '91990000MA0000015Q',
  period: '2026-01',
  filedOn: '2026-02-10',
  platformName: '样例平台',
} as const

const people = [
  { name: '样例甲', registeredName: '样例甲商行', idNumber: '110000199001010013', registeredCode: '92990000MA0000023G' },
  { name: '样例乙', registeredName: '样例乙工作室', idNumber: '310000198512310029', registeredCode: '92990000MA00002340' },
] as const

function sampleOf(field: FormField, at: number): string | number {
  const personCells = people[at] as Readonly<Record<string, string>>
  if (personCells[field.key] !== undefined) return personCells[field.key] as string
  if (field.key === 'seq') return at + 1
  switch (field.type) {
    case 'money':
      return (at + 1) * 123_456
    case 'rate':
      return 30_000
    case 'number':
      return at + 1
    case 'day':
      return '2026-01-31'
    case 'code':
      return Object.keys(field.codes ?? {})[0] ?? ''
    default:
      return field.isRequired ? `样例${at + 1}` : ''
  }
}

export function sampleRows(kind: FormKind): FormRow[] {
  return people.map((_, at) => Object.fromEntries(formsByKind[kind].fields.map((field) => [field.key, sampleOf(field, at)])))
}
