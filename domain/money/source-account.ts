import { isSourceName, sourceLimits } from '#/domain/base/source-name.ts'
import type { LineCells } from '#/domain/money/line-cells.ts'
import { type LineIssue, lineIssue } from '#/domain/money/line-issue.ts'

const accountPattern = /^[\p{L}\p{N}][\p{L}\p{N}_.:-]*$/u

type SourceCells = Pick<LineCells, 'nickname' | 'userNo'>

/**
 * Checks the payee's account on the source platform of the order (E222…E225). `platform` is empty for our own platform,
 * where lines name no account. Nickname and number are optional, but a nickname alone does not identify an account.
 */
export function sourceAccountIssues({ nickname, userNo }: SourceCells, platform: string): LineIssue[] {
  if (nickname === '' && userNo === '') return []
  if (platform === '') return [lineIssue('E224', userNo === '' ? 'nickname' : 'userNo')]
  const issues: LineIssue[] = []
  if (!isSourceName(nickname, sourceLimits.nickname)) issues.push(lineIssue('E222', 'nickname', { limit: sourceLimits.nickname }))
  if (userNo === '') issues.push(lineIssue('E225', 'userNo', { problem: 'missing', seq: 0 }))
  else if (userNo.length > sourceLimits.userNo || !accountPattern.test(userNo)) issues.push(lineIssue('E223', 'userNo', { limit: sourceLimits.userNo }))
  return issues
}

/** Returns for each line the first line with the same account number and a different person (E225). */
export function sharedAccounts(lines: readonly { readonly seq: number; readonly cells: SourceCells & Pick<LineCells, 'idNumber'> }[]): Map<number, number> {
  const firstByUserNo = new Map<string, { readonly seq: number; readonly idNumber: string }>()
  const firstSeqByLine = new Map<number, number>()
  for (const { seq, cells } of lines) {
    if (cells.userNo === '') continue
    const firstOccurrence = firstByUserNo.get(cells.userNo)
    if (firstOccurrence === undefined) firstByUserNo.set(cells.userNo, { seq, idNumber: cells.idNumber })
    else if (firstOccurrence.idNumber !== cells.idNumber) firstSeqByLine.set(seq, firstOccurrence.seq)
  }
  return firstSeqByLine
}

/** Reports an account number that another line has for a different person. */
export function sharedAccountIssues(duplicateSeq: number | undefined): LineIssue[] {
  return duplicateSeq === undefined ? [] : [lineIssue('E225', 'userNo', { problem: 'shared', seq: duplicateSeq })]
}
