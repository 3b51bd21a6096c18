package dev.plimsoll.cli;

import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.gap.Remedy;
import dev.plimsoll.model.patch.KubectlCommand;
import dev.plimsoll.model.patch.ObjectPatch;
import dev.plimsoll.model.patch.PatchType;
import dev.plimsoll.model.patch.ShellWords;
import dev.plimsoll.model.whatif.Change;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Prints what would help, with commands that can be pasted. */
final class RemediesText {
  private static final int UNHELPFUL_SHOWN = 3;

  private final TerminalPrinter out;
  private final List<String> subject;
  private final List<String> cluster;
  private final List<String> forKubectl;
  private final Predicate<ObjectPatch> stored;

  /**
   * Makes a printer.
   *
   * @param subject the words that explain the same again; empty where that isn't possible
   * @param cluster the options that read the same cluster again
   * @param forKubectl the options that make kubectl write to it
   * @param stored whether an object is in the cluster, not in a manifest only
   */
  RemediesText(
      TerminalPrinter out,
      List<String> subject,
      List<String> cluster,
      List<String> forKubectl,
      Predicate<ObjectPatch> stored) {
    this.out = out;
    this.subject = List.copyOf(subject);
    this.cluster = List.copyOf(cluster);
    this.forKubectl = List.copyOf(forKubectl);
    this.stored = stored;
  }

  /**
   * Prints what would help.
   *
   * @param root the workload that was asked about; a change that stops it comes last
   * @param tenantsFirst whether changes that need an administrator come after the tenant's own
   */
  void print(List<Gap> gaps, ObjectReference root, boolean tenantsFirst) {
    List<Remedy> all =
        gaps.stream()
            .flatMap(g -> g.remedies().stream())
            .sorted(Comparator.comparing(r -> tenantsFirst && r.who().contains(Actor.ADMIN)))
            .toList();
    Map<List<Change>, Remedy> different = new LinkedHashMap<>();
    all.stream().filter(Remedy::helps).forEach(r -> different.putIfAbsent(r.changes(), r));
    List<Remedy> helping = different.values().stream().filter(r -> !r.givesUp(root)).toList();
    List<Remedy> givingUp = different.values().stream().filter(r -> r.givesUp(root)).toList();
    if (all.isEmpty()) {
      return;
    }
    out.println();
    out.wrapped("What would help (each simulated on this cluster)");
    boolean isGivenUpOnly = all.stream().allMatch(r -> r.givesUp(root));
    if (!isGivenUpOnly && helping.stream().allMatch(r -> r.parts() > 1)) {
      out.println(
          helping.isEmpty()
              ? "  no tried change suffices, even together with others:"
              : "  no single change helps; together these do:");
    }
    if (helping.isEmpty()) {
      all.stream()
          .filter(r -> !r.givesUp(root) && !r.isPartial())
          .map(r -> "  - " + r.action() + ": " + r.result())
          .distinct()
          .limit(UNHELPFUL_SHOWN)
          .forEach(out::println);
    }
    print(1, helping);
    List<Remedy> partial =
        helping.isEmpty() ? all.stream().filter(Remedy::isPartial).limit(1).toList() : List.of();
    if (!partial.isEmpty()) {
      out.wrapped("  this gets furthest, and more is needed:");
      print(1, partial);
    }
    if (!givingUp.isEmpty()) {
      out.wrapped(
          isGivenUpOnly
              ? "  to give up what was asked about:"
              : "  or, to give up what was asked about:");
      print(helping.size() + partial.size() + 1, givingUp);
    }
  }

  private void print(int first, Collection<Remedy> remedies) {
    int number = first;
    for (Remedy remedy : remedies) {
      out.wrapped("  " + number++ + ". " + remedy.action());
      steps(remedy);
      sentence("then: " + remedy.result());
      if (!remedy.who().isEmpty()) {
        sentence(
            "who: " + remedy.who().stream().map(Actor::toString).collect(Collectors.joining(", ")));
      }
      remedy.costs().forEach(c -> sentence("costs: " + c));
      remedy.notes().forEach(n -> sentence("note: " + n));
      if (!remedy.whatif().isEmpty() && !subject.isEmpty()) {
        line("try: " + attempt(remedy));
      }
      remedy.commands().forEach(this::command);
    }
  }

  private void steps(Remedy remedy) {
    int tried = remedy.foretold().map(Remedy.Foretold::pods).orElse(0);
    for (Remedy.Step step : remedy.steps().size() > 1 ? remedy.steps() : List.<Remedy.Step>of()) {
      sentence(
          "step: %s: %d of %d admitted, %d placed"
              .formatted(step.action(), step.admitted(), tried, step.placed()));
    }
  }

  private void sentence(String text) {
    out.wrapped("     " + text);
  }

  private void line(String text) {
    out.println("     " + text);
  }

  private String attempt(Remedy remedy) {
    List<String> words = new ArrayList<>(List.of("plimsoll", "whatif"));
    words.addAll(remedy.whatif());
    words.add("explain");
    words.addAll(subject);
    words.addAll(cluster);
    return ShellWords.join(words);
  }

  /** Prints a command; one of several lines isn't indented, so that its here-document ends. */
  private void command(KubectlCommand command) {
    if (command instanceof KubectlCommand.Patch patch && !stored.test(patch.patch())) {
      ObjectPatch ofManifest = patch.patch();
      line(
          (ofManifest.patchType() == PatchType.JSON ? "JSON patch" : "merge patch")
              + " of "
              + ofManifest.type().kind().toLowerCase(Locale.ROOT)
              + "/"
              + ofManifest.name()
              + " in the manifest:");
      ofManifest.body().lines().forEach(this::line);
      return;
    }
    List<String> lines = command.lines(forKubectl);
    if (lines.size() == 1) {
      line(lines.get(0));
    } else {
      lines.forEach(out::println);
    }
  }
}
