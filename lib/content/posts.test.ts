import { expect, test } from 'vitest';
import { findPost, listPosts, titleOf } from './posts';

test.each([
  ['how-fallbacks-work', 'how-fallbacks-work'],
  ['2026/november/how-fallbacks-work', 'how-fallbacks-work'],
])('a post without a title is called by the last segment of its slug: %s', (slug, title) => {
  expect(titleOf(slug)).toBe(title);
});

test('posts come newest first, and each knows its neighbors', () => {
  const posts = listPosts();
  const dates = posts.map(({ date }) => date);
  expect(dates).toEqual([...dates].sort().reverse());
  expect(posts.length).toBeGreaterThanOrEqual(2);
  posts.forEach((post, index) => {
    expect(findPost(post.slug)).toEqual({ post, newer: posts[index - 1], older: posts[index + 1] });
  });
});

test('there is no post for a slug that no file has', () => {
  expect(findPost('nothing-here')).toBeUndefined();
});
