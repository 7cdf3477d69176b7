/** The least a page of this framework can be: the floor of requests a second and of script. */
export default function FloorPage() {
  return <h1>Hello</h1>;
}
