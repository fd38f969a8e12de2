import { createContext, useContext, useEffect } from 'react'

/** Set by the frame around each visited page: gives the page's tag and the document another title. */
export const TitleContext = createContext<(title: string) => void>(() => undefined)

/** Names what a page shows (a batch number) on its tag and in the document title, once it is known. */
export function usePageTitle(title: string | undefined): void {
  const setTitle = useContext(TitleContext)
  useEffect(() => {
    if (title) setTitle(title)
  }, [title, setTitle])
}
