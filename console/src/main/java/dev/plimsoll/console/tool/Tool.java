package dev.plimsoll.console.tool;

/**
 * Answers one kind of question. A tool is a class and a file {@code NAME.json} beside it with its
 * title, description, arguments, example, and the fields of its answer.
 */
interface Tool {

  /** Returns the name, which is also the file's. */
  String name();

  /**
   * Returns the answer.
   *
   * @throws dev.plimsoll.kube.InputException if the question has no answer
   * @throws dev.plimsoll.server.access.AccessException if the caller may not know the answer
   */
  ToolAnswer answer(ToolArguments arguments, ClusterView view);
}
