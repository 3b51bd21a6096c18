# Reads explained survivors, what unit tests kill, and what recordings kill. Prints a table by class,
# in which the classes inside a class count as part of it.
function sort(array, sorted,    n, i, j, key) {
  n = 0
  for (key in array) {
    for (j = n++; j > 0 && sorted[j - 1] > key; j--) sorted[j] = sorted[j - 1]
    sorted[j] = key
  }
  return n
}

# The place of a mutant without line and number, so that the list outlives other changes.
function place(class, method, mutator) {
  sub(/^lambda\$/, "", method)
  sub(/\$[0-9]+$/, "", method)
  sub(/^.*\./, "", mutator)
  sub(/Mutator$/, "", mutator)
  return class "," method "," mutator
}

function row(name, key) {
  printf "%-52s %8d %8d %10d %10d %6d\n", name, all[key], unit[key], recorded[key], explained[key], left[key]
}

function count(counts, class,    package) {
  sub(/\$.*/, "", class)
  package = class
  sub(/\.[^.]*$/, "", package)
  counts[class]++
  counts[package]++
  counts["all"]++
}

FNR == 1 { file++ }
file == 1 && FNR > 1 { reasons[$1 "," $2 "," $3]++ }
file > 1 {
  mutant = $2 "," $3 "," $4 "," $5
  mutant = mutant "," ++seen[file, mutant]
  killed = $6 !~ /SURVIVED|NO_COVERAGE/
}
file == 2 {
  mutants[mutant] = place($2, $4, $3) " line " $5
  class[mutant] = $2
  byUnit[mutant] = killed
}
file == 3 && killed { byRecording[mutant] = 1 }

END {
  for (mutant in mutants) {
    count(all, class[mutant])
    where = mutants[mutant]
    sub(/ line .*/, "", where)
    if (byUnit[mutant]) count(unit, class[mutant])
    else if (byRecording[mutant]) count(recorded, class[mutant])
    else if (reasons[where]-- > 0) count(explained, class[mutant])
    else {
      count(left, class[mutant])
      print "left: " mutants[mutant]
    }
  }
  printf "%-52s %8s %8s %10s %10s %6s\n", "", "mutants", "by tests", "recordings", "explained", "left"
  n = sort(all, names)
  for (i = 0; i < n; i++) {
    if (names[i] == "all") continue
    name = names[i]
    sub(/^dev\.plimsoll\./, "", name)
    row(name, names[i])
  }
  row("all", "all")
  printf "killed or explained: %.1f %%\n", 100 * (all["all"] - left["all"]) / all["all"]
}
