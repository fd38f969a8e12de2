import { useNavigate } from 'react-router'
import { pageTitles } from '#/api/pages.texts.ts'
import { pages } from '#/api/pages.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { can } from '#/web/kernel/session.ts'
import { Button } from '#/web/ui/Button.tsx'

/** A button that opens reconciliation. */
export function ReconciliationLink() {
  const say = useText()
  const go = useNavigate()
  return can('zfdzList') ? <Button onClick={() => void go(pages.zfdzList.path)}>{say(pageTitles.zfdzList)}</Button> : null
}
