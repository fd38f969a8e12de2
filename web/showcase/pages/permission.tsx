import { type ShowcaseRole, showcaseRoles } from '#/api/desk/showcase.texts.ts'
import { actionNames } from '#/api/rights.ts'
import type { Text } from '#/domain/base/text.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { can } from '#/web/kernel/session.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { RoleSwitch } from '#/web/showcase/Frame.tsx'
import { callMock } from '#/web/showcase/mocks.ts'
import { showcaseRole } from '#/web/showcase/role.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'

const permissionTexts = {
  wrong: { zh: '错误登录（60204）', en: 'Wrong sign-in (60204)', es: 'Inicio erróneo (60204)', ja: '誤ったログイン（60204）' },
  unknown: { zh: '无效令牌（50008）', en: 'Unknown token (50008)', es: 'Token desconocido (50008)', ja: '無効なトークン（50008）' },
  demo: { zh: '演示角色可见的元素', en: 'Elements the demo role sees', es: 'Elementos que ve el rol de muestra', ja: 'デモのロールに表示される要素' },
  only: { zh: '仅{role}可见', en: 'Only for {role}', es: 'Solo para {role}', ja: '{role}のみ' },
  both: { zh: '管理员与编辑可见', en: 'For administrator and editor', es: 'Para administrador y editor', ja: '管理者と編集者' },
  own: { zh: '您在产品中的真实权限', en: 'Your real permissions in the product', es: 'Sus permisos reales en el producto', ja: '製品での実際の権限' },
  held: { zh: '有', en: 'yes', es: 'sí', ja: 'あり' },
  missing: { zh: '无', en: 'no', es: 'no', ja: 'なし' },
} as const satisfies Record<string, Text>

/** The role and its effect on the menu, and the two refusal codes of the mock. */
export function PagePermission() {
  const t = useText()
  return (
    <div className="k-row">
      <RoleSwitch />
      <ActionButton onPress={() => callMock('POST', '/user/login', { username: 'nobody', password: 'wrong1' })}>{t(permissionTexts.wrong)}</ActionButton>
      <ActionButton onPress={() => callMock('GET', '/user/info?token=nobody-token')}>{t(permissionTexts.unknown)}</ActionButton>
    </div>
  )
}

function RoleNotice({ roles, children }: { readonly roles: readonly ShowcaseRole[]; readonly children: string }) {
  const currentRole = useSignal(showcaseRole)
  return roles.includes(currentRole) ? <StatusTag tone="green">{children}</StatusTag> : null
}

/** Page elements that depend on the role, or on the user's real keys. */
export function ElementPermission() {
  const t = useText()
  return (
    <>
      <div className="k-row">
        <RoleSwitch />
      </div>
      <h2>{t(permissionTexts.demo)}</h2>
      <div className="k-row">
        <RoleNotice roles={['admin']}>{t(permissionTexts.only, { role: t(showcaseRoles.admin) })}</RoleNotice>
        <RoleNotice roles={['editor']}>{t(permissionTexts.only, { role: t(showcaseRoles.editor) })}</RoleNotice>
        <RoleNotice roles={['admin', 'editor']}>{t(permissionTexts.both)}</RoleNotice>
      </div>
      <h2>{t(permissionTexts.own)}</h2>
      <ul className="x-rights">
        {(Object.keys(actionNames) as (keyof typeof actionNames)[]).slice(0, 8).map((key) => (
          <li key={key} className="k-row">
            <code>{key}</code>
            <StatusTag tone={can(key) ? 'green' : 'grey'}>{t(can(key) ? permissionTexts.held : permissionTexts.missing)}</StatusTag>
          </li>
        ))}
      </ul>
    </>
  )
}
