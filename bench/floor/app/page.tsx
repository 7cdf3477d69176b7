/** The least a page of Next can be: the floor for requests per second and for scripts. */
export default function FloorPage() {
  return <h1>Hello</h1>;
}
