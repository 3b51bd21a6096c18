package dev.plimsoll.stage.ask;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import java.io.IOException;
import java.time.Duration;

/** Whether a run of the CronJob completes. */
final class Runs implements Question {
  @Override
  public String name() {
    return "runs";
  }

  @Override
  public Answer ask(Scene scene) throws Exception {
    String made =
        scene
            .cluster()
            .kubectl()
            .require(
                "create", "job", "try", "--from=cronjob/plimsoll-advisor", "-n", scene.namespace());
    Answer answer = Patience.ask(Duration.ofSeconds(90), () -> look(scene));
    return new Answer(answer.ok(), made + ": " + answer.text());
  }

  private static Answer look(Scene scene) throws IOException {
    JsonObject job = scene.cluster().api().get("/apis/batch/v1/namespaces/plimsoll/jobs/try");
    boolean done = JsonPaths.text(job, "status", "succeeded").equals("1");
    return done
        ? Answer.ok("completed")
        : Answer.failed(job.getAsJsonObject("status") + " " + QuietLogs.lastLine(scene));
  }
}
