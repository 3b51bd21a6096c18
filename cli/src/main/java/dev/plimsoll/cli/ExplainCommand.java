package dev.plimsoll.cli;

import com.google.gson.JsonArray;
import dev.plimsoll.cli.output.TerminalPrinter;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.file.Manifests;
import dev.plimsoll.kube.report.ExplanationReport;
import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.ServedFields;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.ValidatingAdmissionPolicyBinding;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.workload.PodTemplateOwner;
import dev.plimsoll.kubernetes.workload.Workloads;
import dev.plimsoll.model.explain.Explainer;
import dev.plimsoll.model.explain.Explanation;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.model.patch.ObjectPatch;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Simulation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plimsoll explain}. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = {
      "Explains why a pod, or a workload's pods, run or don't run: limit ranges, quotas,"
          + " scheduler, and changes that help."
    },
    footer = {
      "",
      "Examples:",
      "  plimsoll explain deployment/notebook -n vision --snapshot examples/gpu-tenants.json",
      "  plimsoll explain pod gated -n sandbox --snapshot examples/gpu-tenants.json",
      "  plimsoll explain -f pod.yaml -n vision --snapshot examples/gpu-tenants.json"
    })
final class ExplainCommand extends ClusterCommand {
  @Spec private CommandSpec spec;
  @Mixin private UsageOptions usage;

  @Parameters(
      arity = "0..2",
      paramLabel = "KIND/NAME",
      description = {
        "The object to explain: pod/NAME, deployment/NAME, job/NAME, or any kind with a pod"
            + " template; also as KIND NAME."
      })
  private List<String> words = new ArrayList<>();

  private @Nullable String subject;

  @Option(
      names = {"-f", "--filename"},
      paramLabel = "FILE",
      description = "Explain the objects of this manifest as if you created them now; - for stdin.")
  private @Nullable Path file;

  private @Nullable Subjects manifest;

  /** Only picocli makes one. */
  ExplainCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    if (file == null) {
      wordsAfterSnapshots();
    }
    subject = words.isEmpty() ? null : String.join("/", words);
    if ((subject == null) == (file == null)) {
      throw new ParameterException(spec.commandLine(), "expected either KIND/NAME or -f FILE");
    }
    if (subject != null) {
      cluster.readKindOf(subject);
    }
    manifest = file == null ? null : cluster.manifest(file);
    return super.call();
  }

  /** A kind and a name are two words, and {@code kind/name} is both. */
  private void wordsAfterSnapshots() {
    while (words.stream().noneMatch(w -> w.contains("/")) && words.size() < 2) {
      Optional<String> last = cluster.wordAfterSnapshots();
      if (last.isEmpty()) {
        return;
      }
      words.add(0, last.get());
    }
  }

  @Override
  Simulation read() {
    return usage.measured(super::read);
  }

  @Override
  CommandResult answer(Simulation simulation) {
    if (subject != null) {
      Simulation here = simulation;
      Explanation explanation =
          Lookup.explain(
              simulation, cluster.holds(simulation.cluster()), subject, cluster.namespaceOfNames());
      return new CommandResult(
              () -> ExplanationReport.of(explanation, here.cluster()),
              out ->
                  print(
                      text(out, here.cluster(), of(explanation.subject()), List.of()), explanation),
              !explanation.verdict().isFine())
          .withUnexamined(explanation::unexamined);
    }
    return ofManifest(simulation, Objects.requireNonNull(manifest));
  }

  private CommandResult ofManifest(Simulation simulation, Subjects subjects) {
    List<Manifests.InFull> manifests = subjects.objects();
    Simulation with = withServed(simulation, manifests);
    List<ApiObject> objects = manifests.stream().map(Manifests.InFull::object).toList();
    Map<ApiObject, AdmissionReport> denied = new HashMap<>();
    for (ApiObject object : objects) {
      Optional<AdmissionReport> report =
          isNewWorkload(with, object) ? Optional.of(with.admissionOf(object)) : Optional.empty();
      if (report.filter(AdmissionReport::allowed).isPresent()) {
        with = with.withAdmitted(report.get());
      } else if (!(object instanceof Pod)) {
        report.ifPresent(r -> denied.put(object, r));
        with = with.with(new Change.Apply(object));
      }
    }
    PodHolds holds = cluster.holds(with.cluster());
    List<Explanation> explanations = new ArrayList<>();
    for (ApiObject object : objects) {
      if (object instanceof Pod pod) {
        explanations.add(Explainer.ofNewPod(with, pod, holds));
      } else if (object instanceof Workload workload) {
        explanations.add(
            denied.containsKey(object)
                ? Explainer.ofDenied(with, Lookup.podsOf(with, workload), denied.get(object))
                : Lookup.explain(with, holds, workload));
      }
    }
    if (explanations.isEmpty()) {
      throw new InputException(subjects.file() + ": no pod or pod template to explain");
    }
    Simulation after = with;
    return new CommandResult(
            () -> {
              JsonArray all = new JsonArray();
              explanations.forEach(e -> all.add(ExplanationReport.of(e, after.cluster())));
              return all.size() == 1 ? all.get(0) : all;
            },
            out ->
                explanations.forEach(
                    e -> print(text(out, after.cluster(), wordsOf(subjects.file()), objects), e)),
            explanations.stream().anyMatch(e -> !e.verdict().isFine()))
        .withUnexamined(() -> explanations.stream().flatMap(e -> e.unexamined().stream()).toList());
  }

  /** Admission policies may look at any field. A cluster that was changed is taken as it is. */
  private Simulation withServed(Simulation simulation, List<Manifests.InFull> manifests) {
    Cluster snapshot = simulation.cluster();
    if (!simulation.isAsRead() || snapshot.list(ValidatingAdmissionPolicyBinding.class).isEmpty()) {
      return simulation;
    }
    Map<ServedFields.Key, Map<String, Object>> served = new HashMap<>();
    manifests.forEach(m -> served.put(ServedFields.Key.of(m.object()), m.fields()));
    return cluster
        .model()
        .apply(snapshot.withServed(snapshot.served().and(new ServedFields(served))));
  }

  private static boolean isNewWorkload(Simulation simulation, ApiObject object) {
    return object instanceof Workload w
        && simulation.cluster().find(Workload.class, w.namespace(), w.identity()).isEmpty();
  }

  private ExplanationText text(
      TerminalPrinter out,
      Cluster snapshot,
      List<String> subjectWords,
      List<ApiObject> inManifest) {
    List<ApiObject> named =
        inManifest.stream()
            .map(o -> o instanceof Pod pod ? PodTemplateOwner.ofBarePod(pod) : o)
            .toList();
    Predicate<ObjectPatch> stored = p -> named.stream().noneMatch(p::isOf);
    RemediesText remedies =
        new RemediesText(out, subjectWords, cluster.again(), cluster.forKubectl(), stored);
    return new ExplanationText(out, snapshot, remedies, new UnreadText(out, cluster.isLive()));
  }

  private static List<String> of(ObjectReference subject) {
    return List.of(Workloads.label(subject), "-n", subject.namespace());
  }

  /** Returns the words that explain the manifest again; none for standard input. */
  private List<String> wordsOf(Path manifest) {
    List<String> words = new ArrayList<>();
    if (!manifest.toString().equals("-")) {
      words.addAll(List.of("-f", manifest.toString()));
      cluster.namespace().ifPresent(n -> words.addAll(List.of("-n", n)));
    }
    return words;
  }

  private void print(ExplanationText text, Explanation explanation) {
    text.print(explanation);
    if (output.wide()) {
      text.printRules();
    }
  }
}
