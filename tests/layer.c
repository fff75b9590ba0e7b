/* Links the whole of a layer, and nothing above it: a call upwards is an undefined symbol. */
int main(void)
{
    return 0;
}
