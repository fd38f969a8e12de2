import { Button } from 'antd'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '#/web/kernel/i18n.ts'
import { texts } from './texts.ts'

/** 401 and 404: what happened, and the way back. */
export function Lost({ kind }: { readonly kind: 'noRight' | 'noPage' }) {
  const say = useText()
  const navigate = useNavigate()
  const title = say(texts[kind])
  useEffect(() => {
    document.title = `${title} · ${say(texts.product)}`
  }, [title, say])
  return (
    <main className="s-lost">
      <p className="s-lost-code" aria-hidden="true">
        {kind === 'noPage' ? '404' : '401'}
      </p>
      <h1>{title}</h1>
      <p>{say(kind === 'noPage' ? texts.noPageMore : texts.noRightMore)}</p>
      <Button type="primary" onClick={() => void navigate('/')}>
        {say(texts.toDashboard)}
      </Button>
    </main>
  )
}
