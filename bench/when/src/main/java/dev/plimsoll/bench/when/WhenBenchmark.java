package dev.plimsoll.bench.when;
import java.util.*;
import java.nio.file.Path;
final class WhenBenchmark {
  public static void main(String[] args) throws Exception {
    for (DrawnWorld d : DrawnWorlds.ALL) for (int seed=1; seed<3; seed++) {
      show(d.draw(new Random(seed)));
    }
    for (long f : List.of(64L,128L,256L)) show(TraceWorld.read("alibaba"+f, Path.of(args[0],"openb-nodes.csv.gz"), Path.of(args[0],"openb-pods-default.csv.gz"), 8, f));
  }
  static void show(World w) {
      long t=System.nanoTime();
      List<Run> runs = new Replay(w).run();
      List<Double> waits = runs.stream().map(r->r.waited().toMillis()/3.6e6).sorted().toList();
      int n=waits.size();
      System.out.printf("%s pods %d started %d wait>0 %.2f  med %.2f p75 %.2f p90 %.2f p99 %.2f hours, took %d ms%n", w.name(), w.submissions().size(), n, waits.stream().filter(x->x>0).count()/(double)n, waits.get(n/2),waits.get(n*3/4),waits.get(n*9/10),waits.get(n*99/100),(System.nanoTime()-t)/1000000);
  }
}
