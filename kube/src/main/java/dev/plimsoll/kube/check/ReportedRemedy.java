package dev.plimsoll.kube.check;

import java.util.List;

/**
 * A remedy, with what it changes in the manifests.
 *
 * @param action what to do
 * @param result what happens then
 * @param edits the changes of the manifests; empty if it isn't the author's to make
 * @param ask who is to be asked; empty if it is the author's to make
 * @param commands what others run
 */
public record ReportedRemedy(
    String action,
    String result,
    List<ManifestEdit> edits,
    List<String> ask,
    List<String> commands) {

  public ReportedRemedy {
    edits = List.copyOf(edits);
    ask = List.copyOf(ask);
    commands = List.copyOf(commands);
  }

  /** Returns whether the author of the manifests can make it. */
  public boolean isAuthors() {
    return !edits.isEmpty();
  }
}
