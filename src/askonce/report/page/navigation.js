// What the parts of a page ask of the page that shows them.

/** Set by the page: what happens when a part is chosen, how the film opens (null where there is none), and whether parts
 *  have links that can be passed on. */
export const navigation = { choose: null, openFilm: null, hasLinks: true };

export function choose(item) {
  navigation.choose(item);
}
