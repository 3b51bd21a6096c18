package dev.plimsoll.stage.ask;

import dev.plimsoll.stage.node.RunningPod;
import dev.plimsoll.stage.node.Shell;
import dev.plimsoll.testkit.plane.Await;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** Whether a changed configuration replaces all pods, and no request is lost meanwhile. */
final class Upgrades implements Question {
  /** One request, as users send them. */
  @FunctionalInterface
  interface Request {
    Answer answer() throws Exception;
  }

  @Override
  public String name() {
    return "upgraded";
  }

  @Override
  public Answer ask(Scene scene) throws Exception {
    Set<String> before = pods(scene);
    AtomicInteger sent = new AtomicInteger();
    List<String> lost = new CopyOnWriteArrayList<>();
    AtomicBoolean over = new AtomicBoolean();
    Request request = request(scene);
    Thread load = new Thread(() -> send(request, over, sent, lost), "stage-requests");
    load.start();
    Shell.Output output = scene.installer().upgrade(scene.way());
    Answer replaced =
        output.isSuccess()
            ? Patience.ask(Ready.TIME, () -> replaced(scene, before))
            : Answer.failed(output.output());
    over.set(true);
    load.join();
    String requests = "; " + lost.size() + " of " + sent.get() + " requests lost";
    String first = lost.isEmpty() ? "" : ", first: " + lost.get(0);
    return new Answer(replaced.ok() && lost.isEmpty(), replaced.text() + requests + first);
  }

  private static Set<String> pods(Scene scene) {
    return scene.cluster().kubelet().running().stream()
        .map(RunningPod::name)
        .collect(Collectors.toSet());
  }

  private static Answer replaced(Scene scene, Set<String> before) throws Exception {
    Set<String> old = new HashSet<>(pods(scene));
    old.retainAll(before);
    if (scene.way().standsBy()) {
      deleteOldLeader(scene, old);
    }
    Answer ready = new Ready().ask(scene);
    return new Answer(
        old.isEmpty() && ready.ok(),
        old.isEmpty() ? "all pods replaced, " + ready.text() : "pods of before: " + old);
  }

  /** As docs/operations.md says: the new pod stands by until the old leader is deleted. */
  private static void deleteOldLeader(Scene scene, Set<String> old) throws Exception {
    List<String> extenders = old.stream().filter(it -> it.startsWith("plimsoll-extender")).toList();
    boolean newOneRuns =
        pods(scene).stream()
            .anyMatch(it -> it.startsWith("plimsoll-extender") && !old.contains(it));
    if (extenders.size() == 1 && newOneRuns) {
      Shell.Output unused =
          scene
              .cluster()
              .kubectl()
              .run(
                  "delete", "pod", extenders.get(0), "-n", scene.namespace(), "--ignore-not-found");
    }
  }

  private static Request request(Scene scene) throws Exception {
    Tenants tenants = new Tenants(scene.cluster().api());
    if (scene.way().has("admission") && Guards.look(tenants).ok()) {
      return () -> Guards.look(tenants);
    }
    if (scene.way().has("console")) {
      String url = new Shows("plimsoll-console").url(scene);
      return () -> status(Shows.status(url, "admin"));
    }
    return () -> Answer.ok("");
  }

  private static Answer status(int code) {
    return new Answer(code == 200, "HTTP status " + code);
  }

  private static void send(
      Request request, AtomicBoolean over, AtomicInteger sent, List<String> lost) {
    try {
      while (!over.get()) {
        Answer answer = request.answer();
        sent.incrementAndGet();
        if (!answer.ok()) {
          lost.add(answer.text());
        }
        Await.pause();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      lost.add(String.valueOf(e.getMessage()));
    }
  }
}
