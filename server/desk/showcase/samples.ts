import { showcaseRoutes } from '#/api/desk/showcase.texts.ts'
import type { ShowcaseArticle, ShowcaseRoleRow, ShowcaseTransaction } from '#/api/desk/showcase.ts'

// Sample data of the mocks (specification §3, "Template mock data"; §9, "Mock demo").

const articleCount = 100
const transactionCount = 20
const hourMs = 3_600_000

const subjects = ['签约指引', '结算说明', '开票须知', '报税日历', '对账方法', '导入模板', '权限设置', '预付款管理', '验收材料', '常见问题']
const authors = ['林岚', '周衡', '陈屿', '许知远']

/** Returns a hundred articles; article 1 is the newest. */
export function sampleArticles(now: Date): ShowcaseArticle[] {
  return Array.from({ length: articleCount }, (_, at) => ({
    id: at + 1,
    title: `${subjects[at % subjects.length]}（第 ${Math.floor(at / subjects.length) + 1} 期）`,
    author: authors[at % authors.length] ?? '',
    importance: (at % 3) + 1,
    status: at % 4 === 3 ? 'draft' : 'published',
    at: new Date(now.getTime() - at * 7 * hourMs).toISOString(),
    pageviews: 300 + ((at * 7919) % 4700),
    content: '',
  }))
}

/** Returns the latest transactions for the start page. */
export function sampleTransactions(now: Date): ShowcaseTransaction[] {
  return Array.from({ length: transactionCount }, (_, at) => ({
    orderNo: `D${String(202_600_000 + at * 137)}`,
    at: new Date(now.getTime() - at * hourMs).toISOString(),
    username: authors[at % authors.length] ?? '',
    price: 1_000_00 + ((at * 104_729) % 1_400_000),
    status: at % 5 === 2 ? 'pending' : 'success',
  }))
}

const dashboard = '/dashboard'
const paths = [dashboard, ...Object.values(showcaseRoutes).map(({ path }) => path)]

/** All routes, as the roles page shows them. */
export const sampleRoutes = [
  { path: dashboard },
  ...Object.values(showcaseRoutes).map(({ path, title, ...row }) => ({ path, title, roles: 'roles' in row ? row.roles : [] })),
]

/**
 * The initial roles: the administrator sees all pages, the editor all except those about permissions, the visitor the
 * start page.
 */
export const sampleRoles: readonly ShowcaseRoleRow[] = [
  { key: 'admin', name: 'admin', description: 'Super Administrator. Have access to view all pages.', routes: paths },
  {
    key: 'editor',
    name: 'editor',
    description: 'Normal Editor. Can see all pages except permission page',
    routes: paths.filter((path) => !path.startsWith('/permission/')),
  },
  { key: 'visitor', name: 'visitor', description: 'Just a visitor. Can only see the home page', routes: [dashboard] },
]
