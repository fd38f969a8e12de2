import { useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { texts } from './texts.ts'

export function useRequiredRules() {
  const t = useText()
  return [{ required: true, message: t(texts.required) }]
}

/** Returns a required file field, with the message shown while the file is missing. */
export function useRequiredFile() {
  const t = useText()
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState('')
  const requireFile = (): File | null => {
    setProblem(file ? '' : t(texts.fileNeeded))
    return file
  }
  const visibleProblem = problem ? (
    <p className="k-problem" role="alert">
      {problem}
    </p>
  ) : null
  return { file, setFile, need: requireFile, shownProblem: visibleProblem }
}
