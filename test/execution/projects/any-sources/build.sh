# Compiles whatever sources it finds into one program.
set -e
for file in $(find . -name '*.c' -o -name '*.cpp'); do
  case $file in
    *.c) g++ -x c -std=gnu17 -O2 -w -ffp-contract=off -c "${file#./}" -o "$file.o" ;;
    *) g++ -std=c++20 -O2 -w -ffp-contract=off -c "${file#./}" -o "$file.o" ;;
  esac
done
g++ $(find . -name '*.o') -lm -o program
