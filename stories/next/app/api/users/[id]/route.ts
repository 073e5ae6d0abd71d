/** Stands for an API. Users whose id begins with `slow-` take a while. */
export async function GET(_: Request, { params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const isSlow = id.startsWith('slow-');
  if (isSlow) await new Promise((resolve) => setTimeout(resolve, 1_500));
  return Response.json({ id, name: `User ${id} </script><!--` });
}
