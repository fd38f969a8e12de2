import { Link } from 'react-router'
import { productMark } from '#/domain/base/brand.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useUser } from '#/web/kernel/session.ts'
import { Logo } from '#/web/ui/Logo.tsx'
import { texts } from './texts.ts'

/** The product's logo and name above the menu, linked to the start page. */
export function Brandmark({ isFolded = false }: { readonly isFolded?: boolean }) {
  const t = useText()
  const currentUser = useUser()
  const name = currentUser?.title || t(texts.product)
  return (
    <Link to="/" className="s-brand" aria-label={name}>
      {currentUser?.logo && currentUser.logo !== productMark ? <img src={currentUser.logo} alt="" width={26} height={26} /> : <Logo size={26} />}
      {isFolded ? null : <span>{name}</span>}
    </Link>
  )
}
